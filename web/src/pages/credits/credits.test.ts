import { readFileSync } from "node:fs";
import names from "glyphs:used";
import { expect, test } from "vitest";
import { ARTISTS } from "./artists";
import { inBrowser, onServer } from "./libraries";

test("every glyph that is shown has its artist named, and nobody is named for nothing", () => {
  const named = Object.values(ARTISTS).flatMap((artist) => artist.glyphs);
  expect([...named].sort()).toEqual(names);
});

test("the libraries of the server are those it depends on", () => {
  const project = readFileSync(new URL("../../../../pyproject.toml", import.meta.url), "utf8");
  const [, listed = ""] = /^dependencies = \[\n([^\]]*)\]/m.exec(project) ?? [];
  const needed = [...listed.matchAll(/"([a-z0-9-]+)/g)].map((match) => match[1]);
  expect(onServer.map((library) => library.name)).toEqual(needed);
});

test("the libraries of the browser say their licences", () => {
  expect(inBrowser.map((library) => library.name)).toContain("svelte");
  for (const { licence } of inBrowser) expect(licence).toMatch(/\w/);
});
