/** Every HTTP route of the server, typed. */

import type {
  Enter,
  Entry,
  GameInfo,
  Links,
  Made,
  Me,
  NewTable,
  RulebookInfo,
  SeatChange,
  Settings,
  Story,
  Table,
  TableCard,
  Told,
} from "../wire";
import type { Sections } from "../words/say";
import { heard } from "../words/t";
import { fill } from "./fill";

/** What the server refused, in words for people. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiProblem";
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH";

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const text = typeof body === "string";
  const init: RequestInit = { method, credentials: "same-origin" };
  if (body !== undefined) {
    init.body = text ? body : JSON.stringify(body);
    init.headers = { "Content-Type": text ? "text/plain" : "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiProblem(0, "offline", heard("errors", "offline")!);
  }
  if (response.ok) return response;
  throw await problem(response);
}

async function problem(response: Response): Promise<ApiProblem> {
  try {
    const { key, text } = fill("Problem", await response.json());
    if (typeof key === "string" && typeof text === "string") {
      return new ApiProblem(response.status, key, heard("errors", key) ?? text);
    }
  } catch {
    // Not one of ours: a proxy's page, or an empty answer.
  }
  return new ApiProblem(response.status, "odd_answer", heard("errors", "odd_answer")!);
}

async function json(method: Method, path: string, body?: unknown): Promise<unknown> {
  const response = await send(method, path, body);
  return response.status === 204 ? null : response.json();
}

async function told<K extends keyof Told>(
  kind: K,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Told[K]> {
  return fill(kind, await json(method, path, body));
}

async function listed<K extends keyof Told>(kind: K, path: string): Promise<Told[K][]> {
  return ((await json("GET", path)) as unknown[]).map((item) => fill(kind, item));
}

const table = (id: string, rest = "") => `/api/tables/${encodeURIComponent(id)}${rest}`;
const game = (slug: string, rest = "") => `/api/games/${encodeURIComponent(slug)}${rest}`;

export const api = {
  me: (): Promise<Me> => told("Me", "GET", "/api/me"),
  rename: (name: string): Promise<Me> => told("Me", "PUT", "/api/me", { name }),

  games: (): Promise<GameInfo[]> => listed("GameInfo", "/api/games"),
  game: (slug: string): Promise<GameInfo> => told("GameInfo", "GET", game(slug)),
  words: async (slug: string, lang = "en"): Promise<Sections> =>
    (await json("GET", game(slug, `/words/${lang}`))) as Sections,
  rulebook: (slug: string): Promise<RulebookInfo> => told("RulebookInfo", "GET", game(slug, "/rulebook")),
  scenario: (slug: string, name: string): Promise<Story> =>
    told("Story", "GET", game(slug, `/scenarios/${encodeURIComponent(name)}`)),

  tables: (list: "open" | "mine"): Promise<TableCard[]> => listed("TableCard", `/api/tables?list=${list}`),
  create: (wish: NewTable): Promise<Made> => told("Made", "POST", "/api/tables", wish),
  table: (id: string): Promise<Table> => told("Table", "GET", table(id)),
  enter: (id: string, wish: Enter = {}): Promise<Entry> => told("Entry", "POST", table(id, "/enter"), wish),
  leave: async (id: string, seat: number): Promise<void> => {
    await send("POST", table(id, "/leave"), { seat });
  },
  start: async (id: string): Promise<void> => {
    await send("POST", table(id, "/start"));
  },
  changeSeat: async (id: string, seat: number, change: SeatChange): Promise<void> => {
    await send("POST", table(id, `/seats/${seat}`), change);
  },
  links: (id: string): Promise<Links> => told("Links", "POST", table(id, "/links")),
  change: async (id: string, change: Settings): Promise<void> => {
    await send("PATCH", table(id), change);
  },
  rematch: (id: string): Promise<Made> => told("Made", "POST", table(id, "/rematch")),
  record: async (id: string): Promise<string> => (await send("GET", table(id, "/record"))).text(),
  recordHref: (id: string): string => table(id, "/record"),
  story: (id: string, eyes: string): Promise<Story> =>
    told("Story", "GET", table(id, `/story?eyes=${encodeURIComponent(eyes)}`)),
  upload: (record: string): Promise<Made> => told("Made", "POST", "/api/records", record),
};
