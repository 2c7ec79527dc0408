import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const span = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");

const PLAIN = `${span(0x20, 0x7e)}\u00a0·×‘’“”–—…−≤≥→←€`;
/** What most pages do without; a browser fetches it for the first page that has a letter of it. */
const ACCENTED = `${span(0xa1, 0xff)}ŒœŠšŸŽž„‚•≠↑↓™`.replace(/[·×]/g, "");

const inter = {
  file: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variationAxes: { wght: { min: 400, max: 700 } },
};
const fraunces = {
  file: "@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2",
  variationAxes: { wght: 600 },
};
const FONTS = {
  "inter-plain": { ...inter, letters: PLAIN },
  "inter-accented": { ...inter, letters: ACCENTED },
  "fraunces-plain": { ...fraunces, letters: PLAIN },
  "fraunces-accented": { ...fraunces, letters: ACCENTED },
};

/** Cuts the two fonts to the letters and weights that are used: a third of what they weigh whole. */
async function cut(folder: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, { file, variationAxes, letters }] of Object.entries(FONTS)) {
    const path = join(folder, `${name}.woff2`);
    if (existsSync(path)) continue;
    const whole = readFileSync(resolve(file));
    writeFileSync(path, await subsetFont(whole, letters, { targetFormat: "woff2", variationAxes }));
  }
}

/** Offers the fonts as `url("fonts/inter-plain.woff2")`. */
export function fonts(cache: string): Plugin {
  const folder = join(cache, createHash("sha256").update(JSON.stringify(FONTS)).digest("hex").slice(0, 12));
  return {
    name: "fonts",
    async config() {
      await cut(folder);
      return { resolve: { alias: [{ find: /^fonts\//, replacement: `${folder}/` }] } };
    },
  };
}
