import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import pages from "../pages/en.json";
import "../pages/words";
import own from "./en.json";
import { type TextKey, heard, segments, t } from "./t";
import { span } from "./time";

const en = { ...own, ...pages };
const sources = `${import.meta.dirname}/..`;

describe("the interface's words", () => {
  it("are said by key", () => {
    expect(t("app.close")).toBe("Close");
    expect(t("connection.offline", { time: "0:12" })).toBe("offline for 0:12");
  });

  it("name seats in segments", () => {
    const voice = { names: ["Anna"], card: (code: string) => code, reader: null, bots: new Set<number>() };
    expect(segments("events.back", { seat: 0 }, voice)[0]).toEqual({ kind: "seat", text: "Anna", seat: 0 });
  });

  it("answer to the server's keys, or not at all", () => {
    expect(heard("errors", "offline")).toMatch(/server/);
    expect(heard("errors", "no such key")).toBeUndefined();
  });

  it("are all used, and only these", () => {
    const keys = Object.entries(en).flatMap(([section, texts]) =>
      Object.keys(texts).map((key) => `${section}.${key}`),
    );
    const source = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(`${sources}/${file}`, "utf8"))
      .join("\n");
    const has = (...texts: string[]): boolean => texts.some((text) => source.includes(text));
    // A key is written out, or put together at its end (`settings.theme_${value}`); where a whole
    // section is at hand (`own.tell("table", key)`), the name alone is.
    const used = (key: string): boolean => {
      const [section, name] = key.split(".") as [string, string];
      const ends = [...key.matchAll(/[._]/g)].map((mark) => `\`${key.slice(0, mark.index + 1)}\${`);
      if (has(`"${key}"`, ...ends, `heard("${section}"`, `own.say("${section}"`)) return true;
      const near = [...name.matchAll(/_/g)].map((mark) => `\`${name.slice(0, mark.index + 1)}\${`);
      return has(`own.tell("${section}"`) && has(`"${name}"`, ...near);
    };
    expect(keys.filter((key) => !used(key))).toEqual([]);
    // What the compiler lets through as a key is there.
    const some: TextKey = "app.skip";
    expect(keys).toContain(some);
  });
});

it("spans of time are short", () => {
  expect([0, 41_999, 725_000, 12_000_000, 187_200_000].map(span)).toEqual([
    "0:00",
    "0:41",
    "12:05",
    "3 h 20 min",
    "2 days 4 h",
  ]);
});
