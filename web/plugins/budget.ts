import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Everything that comes with a chunk: chunks, style sheets and, once, the fonts. */
function needs(bundle: Bundle, started: Started, file: string, found = new Set<string>()): Set<string> {
  const item = bundle[file];
  if (found.has(file) || item === undefined) return found;
  found.add(file);
  if (item.type === "chunk") {
    const own = new Set(item.moduleIds.flatMap((id) => started.get(id) ?? []));
    const begun = item.dynamicImports.filter((other) => {
      const part = bundle[other];
      return part?.type === "chunk" && own.has(part.facadeModuleId ?? "");
    });
    for (const other of [...item.imports, ...begun]) needs(bundle, started, other, found);
    for (const sheet of item.viteMetadata?.importedCss ?? []) found.add(sheet);
  }
  return found;
}

/** The modules that a module begins to fetch by itself, as soon as it is there. */
type Started = Map<string, string[]>;

/** The imports of a module that stand in none of its functions: nothing has to happen for them. */
function startedIn(program: unknown): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== "object" || node === null) return;
    const { type, source } = node as { type?: string; source?: { value?: unknown } };
    if (type && /Function|MethodDefinition|PropertyDefinition/.test(type)) return;
    if (type === "ImportExpression" && typeof source?.value === "string") found.push(source.value);
    Object.values(node).forEach(walk);
  };
  walk(program);
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
 * with all that comes with it, fonts included, and the heaviest of the parts (a game) it loads, with
 * all that comes with that.
 */
export function budget(limit: number): Plugin {
  const started: Started = new Map();
  return {
    name: "budget",
    apply: "build",
    async transform(code, id) {
      if (!/\/src\//.test(id) || !/\bimport\s*\(/.test(code)) return;
      const found = startedIn(this.parse(code));
      const ids = await Promise.all(found.map((source) => this.resolve(source, id)));
      started.set(
        id,
        ids.flatMap((resolved) => resolved?.id ?? []),
      );
    },
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
        const all = needs(bundle, started, page, needs(bundle, started, entry, new Set(always)));
        const parts = later(bundle, all, false).map((part) =>
          weight([...needs(bundle, started, part)].filter((file) => !all.has(file))),
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
