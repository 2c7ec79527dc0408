import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PACKAGE = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const GLYPHS = "@iconify-json/game-icons";
const ALWAYS = ["@fontsource-variable/fraunces", "@fontsource-variable/inter"];
const ICONS =
  "Icons of game-icons.net; the page of credits names those who drew them. Their points were rounded.";

interface About {
  name: string;
  version: string;
  license: string;
}

/** Ships `licences.txt` with the licences of everything of others that is in the site. */
export function licences(packages: string): Plugin {
  const text = (name: string): string => {
    const folder = join(packages, name);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as About;
    const file = readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
    if (!file && name !== GLYPHS) throw new Error(`${name} has no licence file to ship`);
    const words = file ? readFileSync(join(folder, file), "utf8").trim() : ICONS;
    return `${about.name} ${about.version} (${about.license})\n\n${words}\n`;
  };
  return {
    name: "licences",
    apply: "build",
    generateBundle(_options, bundle) {
      const names = new Set(ALWAYS);
      for (const item of Object.values(bundle)) {
        if (item.type !== "chunk") continue;
        for (const id of item.moduleIds) {
          const found = id.startsWith("\0glyph:") ? GLYPHS : PACKAGE.exec(id)?.[1];
          if (found) names.add(found);
        }
      }
      const source = [...names]
        .sort()
        .map(text)
        .join(`\n${"-".repeat(72)}\n\n`);
      this.emitFile({ type: "asset", fileName: "licences.txt", source });
    },
  };
}
