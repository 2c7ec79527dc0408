import { describe, expect, test } from "vitest";
import { asked, chair, reseated, resized } from "./chairs";

const kinds = (chairs: { kind: string }[]) => chairs.map((each) => each.kind);

describe("chairs of a new table", () => {
  test("grow by more of the same, and shrink from the end", () => {
    expect(kinds(resized([chair("me"), chair("bot")], 4))).toEqual(["me", "bot", "bot", "bot"]);
    expect(kinds(resized([chair("me")], 2))).toEqual(["me", "open"]);
    expect(kinds(resized([chair("me"), chair("local"), chair("bot")], 2))).toEqual(["me", "local"]);
  });

  test("have only one of me", () => {
    expect(kinds(reseated([chair("me"), chair("bot")], 1, { kind: "me" }))).toEqual(["open", "me"]);
  });

  test("are sent with what their kind needs", () => {
    const chairs = [chair("me"), { ...chair("local"), name: " Jay " }, chair("bot", "random"), chair("open")];
    expect(asked(chairs)).toEqual([
      { kind: "me" },
      { kind: "local", name: "Jay" },
      { kind: "bot", bot: "random" },
      { kind: "open" },
    ]);
  });
});
