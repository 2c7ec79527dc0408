import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { budget } from "./plugins/budget.ts";
import { fonts } from "./plugins/fonts.ts";
import { glyphs } from "./plugins/glyphs.ts";
import { licences } from "./plugins/licences.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env["LUDARIUM_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [
    svelte(),
    glyphs(here("src")),
    fonts(here("node_modules/.fonts")),
    licences(here("node_modules")),
    budget(150 * 1024),
  ],
  build: {
    outDir: here("../src/ludarium/server/site"),
    emptyOutDir: true,
    target: "es2022",
    // The strict content policy allows no data: scripts, and one font file is one cache entry.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // What every page uses comes in one piece: fewer requests, and packed better together.
      output: {
        codeSplitting: {
          groups: [{ name: "base", test: /\/src\/(ui|net|words|look|later)\b(?!.*fonts\.css)/ }],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/health": server, "/ws": { target: server, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { environment: "node", include: ["src/**/*.test.ts"] },
});
