import type { ClauseInfo, RulebookInfo } from "../../wire";

/** A clause with the rulings about it, and both in small letters for searching. */
export interface Entry {
  clause: ClauseInfo;
  rulings: ClauseInfo[];
  needle: string;
}

export interface Chapter {
  title: string;
  /** Where it is linked to. */
  part: string;
  /** Holds answers to questions that the clauses leave open. */
  rulings: boolean;
  entries: Entry[];
}

/** A rulebook made ready for reading and searching. */
export interface Book {
  chapters: Chapter[];
  clauses: Map<string, ClauseInfo>;
}

export function open(rulebook: RulebookInfo): Book {
  const clauses = new Map<string, ClauseInfo>();
  const rulings = new Map<string, ClauseInfo[]>();
  for (const section of rulebook.sections) {
    for (const clause of section.clauses) {
      clauses.set(clause.id, clause);
      for (const id of clause.touches) {
        const known = rulings.get(id);
        if (known) known.push(clause);
        else rulings.set(id, [clause]);
      }
    }
  }
  const chapters = rulebook.sections.map((section, at) => ({
    title: section.title,
    part: `part-${at + 1}`,
    rulings: section.clauses.every((clause) => !clause.id.includes(".")),
    entries: section.clauses.map((clause) => ({
      clause,
      rulings: rulings.get(clause.id) ?? [],
      needle: small(`${clause.id} ${clause.text.replaceAll("**", "").replaceAll("`", "")}`),
    })),
  }));
  return { chapters, clauses };
}

/** Letters without case and accents, so that `Élan` is found as `elan`. */
export function small(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words of a search; `tn 6.6` and `6.6` are numbers of clauses. */
export interface Query {
  words: string[];
  number: string;
}

const NUMBER = /^(?:([a-z]{1,4})[ -]?)?(\d+(?:\.\d*)?)$/;

export function query(typed: string): Query {
  const text = small(typed.trim());
  const match = NUMBER.exec(text);
  if (match) return { words: [], number: match[1] ? `${match[1]}-${match[2]}` : match[2]! };
  return { words: text.split(/\s+/).filter((word) => word !== ""), number: "" };
}

/** The clauses that fit a query; null for an empty one, which fits everything. */
export function search(book: Book, wanted: Query): Set<string> | null {
  if (wanted.words.length === 0 && wanted.number === "") return null;
  const entries = book.chapters.flatMap((chapter) => chapter.entries);
  return new Set(entries.filter((entry) => fits(entry, wanted)).map((entry) => entry.clause.id));
}

function fits(entry: Entry, wanted: Query): boolean {
  if (wanted.number === "") return wanted.words.every((word) => entry.needle.includes(word));
  const id = entry.clause.id.toLowerCase();
  return starts(id, wanted.number) || starts(id.slice(id.indexOf("-") + 1), wanted.number);
}

/** `tn-6` begins `tn-6` and `tn-6.1`, not `tn-60`; `tn-6.1` begins `tn-6.1` and `tn-6.10`. */
function starts(id: string, number: string): boolean {
  if (!id.startsWith(number)) return false;
  return number.includes(".") || id.length === number.length || id[number.length] === ".";
}
