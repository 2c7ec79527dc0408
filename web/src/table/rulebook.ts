import { api } from "../net/api";
import type { ClauseInfo, RulebookInfo } from "../wire";

const books = new Map<string, Promise<RulebookInfo>>();

function book(game: string): Promise<RulebookInfo> {
  let found = books.get(game);
  if (!found) {
    found = api.rulebook(game);
    found.catch(() => books.delete(game));
    books.set(game, found);
  }
  return found;
}

export interface Looked {
  clause: ClauseInfo | undefined;
  /** The rulings that touch it. */
  rulings: ClauseInfo[];
}

/** A clause of a game's rulebook and what was ruled about it; the book is fetched once. */
export async function lookUp(game: string, id: string): Promise<Looked> {
  const all = (await book(game)).sections.flatMap((section) => section.clauses);
  return {
    clause: all.find((clause) => clause.id === id),
    rulings: all.filter((clause) => clause.touches.includes(id)),
  };
}
