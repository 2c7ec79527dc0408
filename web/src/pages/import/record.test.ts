import { describe, expect, test } from "vitest";
import { about, around, span } from "./record";

const text = [
  "ludarium record 1",
  "game tears-of-nature",
  'options {"deck":"standard67","players":3}',
  "pledge 1f",
  "",
  "0 build F6 W6",
  "1 decline",
  "digest 7",
].join("\n");

describe("a record that is brought", () => {
  test("says what it is about", () => {
    expect(about(text)).toEqual({ game: "tears-of-nature", players: 3, lines: 7, finished: false });
    expect(about(`${text}\nresult {}`)?.finished).toBe(true);
    expect(about("something else")).toBeUndefined();
    expect(about("ludarium record 1\noptions {oops")?.players).toBe(0);
  });

  test("is shown where it is refused", () => {
    const found = around(text, "line 6: '0 build F6 W6': not now");
    expect(found?.line).toBe(6);
    expect(found?.places.map((place) => place.line)).toEqual([4, 5, 6, 7, 8]);
    expect(around(text, "the record is cut off")).toBeUndefined();
    expect(around(text, "line 99")).toBeUndefined();
  });

  test("knows where a line stands", () => {
    const [start, end] = span(text, 6);
    expect(text.slice(start, end)).toBe("0 build F6 W6");
  });
});
