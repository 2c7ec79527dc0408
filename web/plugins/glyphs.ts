import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { optimize } from "svgo";
import type { Plugin } from "vite";

interface Icons {
  icons: Record<string, { body: string }>;
}

const USE = /["']glyph:([a-z0-9-]+)["']/g;

/** Every glyph that some source imports, in order of name. */
function used(folder: string): string[] {
  const names = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(svelte|ts)$/.test(file)) continue;
    for (const match of readFileSync(join(folder, file), "utf8").matchAll(USE)) names.add(match[1]!);
  }
  return [...names].sort();
}

/** A drawing on whole points of its 512 × 512: nobody sees the difference, and it weighs half. */
function rounded(body: string): string {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body}</svg>`;
  const plugins = [{ name: "convertPathData" as const, params: { floatPrecision: 0 } }];
  return optimize(whole, { plugins }).data.replace(/^<svg[^>]*>|<\/svg>$/g, "");
}

/**
 * `import swords from "glyph:crossed-swords"` gives the drawing of that one glyph of game-icons;
 * `import names from "glyphs:used"` gives the names of all that are used, for the credits.
 */
export function glyphs(folder: string): Plugin {
  let set: Icons | undefined;
  return {
    name: "glyphs",
    resolveId(id) {
      return id.startsWith("glyph:") || id === "glyphs:used" ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === "\0glyphs:used") return `export default ${JSON.stringify(used(folder))}`;
      if (!id.startsWith("\0glyph:")) return undefined;
      const name = id.slice("\0glyph:".length);
      set ??= createRequire(import.meta.url)("@iconify-json/game-icons/icons.json") as Icons;
      const icon = set.icons[name];
      if (!icon) throw new Error(`game-icons has no glyph "${name}"`);
      return `export default ${JSON.stringify(rounded(icon.body))}`;
    },
  };
}
