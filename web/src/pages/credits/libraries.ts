export interface Library {
  name: string;
  licence: string;
}

const packages = import.meta.glob<string>(
  [
    "/node_modules/svelte/package.json",
    "/node_modules/clsx/package.json",
    "/node_modules/@fontsource-variable/*/package.json",
    "/node_modules/@iconify-json/game-icons/package.json",
  ],
  { eager: true, import: "license" },
);

/** What of others runs or is shown in the browser, as its packages say of themselves. */
export const inBrowser: readonly Library[] = Object.entries(packages)
  .map(([path, licence]) => ({
    name: path.replace("/node_modules/", "").replace("/package.json", ""),
    licence,
  }))
  .sort((a, b) => a.name.localeCompare(b.name));

/** What the server is built with. */
export const onServer: readonly Library[] = [
  { name: "alembic", licence: "MIT" },
  { name: "asyncpg", licence: "Apache-2.0" },
  { name: "click", licence: "BSD-3-Clause" },
  { name: "httptools", licence: "MIT" },
  { name: "itsdangerous", licence: "BSD-3-Clause" },
  { name: "lark", licence: "MIT" },
  { name: "litestar", licence: "MIT" },
  { name: "msgspec", licence: "BSD-3-Clause" },
  { name: "platformdirs", licence: "MIT" },
  { name: "rich", licence: "MIT" },
  { name: "sqlalchemy", licence: "MIT" },
  { name: "structlog", licence: "MIT or Apache-2.0" },
  { name: "uvicorn", licence: "BSD-3-Clause" },
  { name: "uvloop", licence: "MIT or Apache-2.0" },
  { name: "websockets", licence: "BSD-3-Clause" },
];
