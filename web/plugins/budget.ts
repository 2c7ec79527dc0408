import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Everything that a chunk cannot do without: chunks, style sheets and, once, the fonts. */
function needs(bundle: Bundle, file: string, found = new Set<string>()): Set<string> {
  const item = bundle[file];
  if (found.has(file) || item === undefined) return found;
  found.add(file);
  if (item.type === "chunk") {
    for (const other of item.imports) needs(bundle, other, found);
    for (const sheet of item.viteMetadata?.importedCss ?? []) found.add(sheet);
  }
  return found;
}

/** What a chunk fetches only when it comes to that: pages, or parts of them. */
function later(bundle: Bundle, files: Iterable<string>, pages: boolean): string[] {
  const isPage = (file: string): boolean => {
    const item = bundle[file];
    return item?.type === "chunk" && /\/src\/pages\/\w+\.svelte$/.test(item.facadeModuleId ?? "");
  };
  const found = [...files].flatMap((file) => {
    const item = bundle[file];
    return item?.type === "chunk" ? item.dynamicImports : [];
  });
  return found.filter((file) => isPage(file) === pages);
}

/**
 * Fails the build when some page weighs more, gzipped, than a first visit should load: the page
 * with all that it needs, fonts included, and the heaviest of the parts (a game) it loads by itself.
 */
export function budget(limit: number): Plugin {
  return {
    name: "budget",
    apply: "build",
    writeBundle(_options, bundle) {
      const size = (file: string): number => {
        const item = bundle[file]!;
        return gzipSync(item.type === "chunk" ? item.code : item.source, { level: 9 }).length;
      };
      const weight = (files: Iterable<string>): number =>
        [...files].reduce((sum, file) => sum + size(file), 0);

      const files = Object.keys(bundle);
      const entry = Object.values(bundle).find((item) => item.type === "chunk" && item.isEntry)!.fileName;
      const always = files.filter((file) => /(-plain-[^/]*\.woff2|\.html)$/.test(file));
      const visits = later(bundle, [entry], true).map((page): [string, number] => {
        const all = needs(bundle, page, needs(bundle, entry, new Set(always)));
        const parts = later(bundle, all, false).map((part) =>
          weight([...needs(bundle, part)].filter((file) => !all.has(file))),
        );
        return [page, weight(all) + Math.max(0, ...parts)];
      });
      const [page, most] = visits.reduce((one, other) => (other[1] > one[1] ? other : one));
      const said = `heaviest page: ${page.split("/").at(-1)!.split("-")[0]}, ${kilobytes(most)} gzipped`;
      if (most > limit) this.error(`${said}, more than ${kilobytes(limit)}`);
      console.log(`${said}; all pages together ${kilobytes(weight(files))}`);
    },
  };
}
