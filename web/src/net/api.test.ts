import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, api } from "./api";
import { t } from "../words/t";
import { table } from "./fake";

const calls: [string, RequestInit][] = [];

function answers(status: number, body: unknown): void {
  calls.length = 0;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    calls.push([path, init]);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
}

afterEach(() => vi.unstubAllGlobals());

describe("answers", () => {
  it("are filled", async () => {
    answers(200, [{ ...table, free: 0, names: [], yours: [], your_turn: false, clock: {}, changed: 0 }]);
    const [card] = await api.tables("mine");
    expect(card?.clock.mode).toBe("none");
    expect(calls[0]?.[0]).toBe("/api/tables?list=mine");
  });

  it("may be text, or nothing", async () => {
    answers(200, "Ludarium record 1");
    expect(await api.record("k7")).toBe("Ludarium record 1");
    answers(201, "");
    expect(await api.start("k7")).toBeUndefined();
  });
});

describe("requests", () => {
  it("carry JSON, a record as text", async () => {
    answers(201, { id: "k8" });
    await api.create({ game: "tears-of-nature", chairs: [{ kind: "me" }, { kind: "bot" }] });
    expect(calls[0]?.[1]).toMatchObject({ method: "POST", headers: { "Content-Type": "application/json" } });
    expect(JSON.parse(String(calls[0]?.[1].body))).toMatchObject({ game: "tears-of-nature" });
    await api.upload("a record");
    expect(calls[1]?.[1]).toMatchObject({ body: "a record", headers: { "Content-Type": "text/plain" } });
  });

  it("name odd ids safely", async () => {
    answers(200, table);
    await api.table("../me");
    expect(calls[0]?.[0]).toBe("/api/tables/..%2Fme");
  });
});

describe("problems", () => {
  it("say what the server said", async () => {
    answers(400, { key: "bad_input", text: "grace: 0 to 3600 seconds, not -1" });
    await expect(api.start("k7")).rejects.toMatchObject({
      status: 400,
      key: "bad_input",
      message: "grace: 0 to 3600 seconds, not -1",
    });
  });

  it("are said in the reader's words where there are some", async () => {
    answers(409, { key: "taken", text: "besetzt" });
    await expect(api.enter("k7", { seat: 1 })).rejects.toMatchObject({
      key: "taken",
      message: t("errors.taken"),
    });
  });

  it("are said even where it was no answer of ours", async () => {
    answers(502, "<html>Bad gateway</html>");
    await expect(api.me()).rejects.toBeInstanceOf(ApiProblem);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    await expect(api.me()).rejects.toMatchObject({ status: 0, key: "offline" });
  });
});
