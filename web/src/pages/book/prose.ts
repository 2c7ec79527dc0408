/** A piece of a clause's text: plain, stressed, a word of the notation, or another clause. */
export interface Bit {
  kind: "text" | "bold" | "slant" | "code" | "clause";
  text: string;
}

const PIECE = /\*\*(.+?)\*\*|`(.+?)`|\b_(.+?)_\b|\b([A-Z]{1,4}-\d+(?:\.\d+)?)\b/g;

/** The little Markdown that rulebooks use, taken apart; `knows` says which ids are clauses. */
export function prose(text: string, knows: (id: string) => boolean): Bit[] {
  const bits: Bit[] = [];
  let at = 0;
  const plain = (upto: number) => {
    if (upto > at) bits.push({ kind: "text", text: text.slice(at, upto) });
  };
  for (const match of text.matchAll(PIECE)) {
    const [whole, bold, code, slant, id] = match;
    if (id !== undefined && !knows(id)) continue;
    plain(match.index);
    if (bold !== undefined) bits.push({ kind: "bold", text: bold });
    else if (code !== undefined) bits.push({ kind: "code", text: code });
    else if (slant !== undefined) bits.push({ kind: "slant", text: slant });
    else bits.push({ kind: "clause", text: id! });
    at = match.index + whole.length;
  }
  plain(text.length);
  return bits;
}

/** A ruling's question and its answer; a text without a question is all answer. */
export function parted(text: string): [question: string, answer: string] {
  const end = text.indexOf("? ");
  return end < 0 ? ["", text] : [text.slice(0, end + 1), text.slice(end + 2)];
}
