import { api } from "../net/api";
import type { TableState } from "../net/tableState.svelte";
import type { Story } from "../wire";

/** A problem as its reporter knew the match: nothing in it that was hidden from them. */
export async function report(state: TableState): Promise<string> {
  const table = state.table!;
  const eyes = state.you === null ? "public" : String(state.you);
  let story: Story | null = null;
  try {
    story = await api.story(table.id, eyes);
  } catch {
    // Offline or refused: the lines that are here must do.
  }
  const told = {
    table: table.id,
    game: table.game,
    rules: table.rules,
    options: table.options,
    status: table.status,
    seq: state.seq,
    you: state.you,
    question: state.ask && { n: state.ask.n, kind: state.ask.kind },
    refused: state.refused?.no ?? null,
    page: location.pathname,
    browser: navigator.userAgent,
    screen: [innerWidth, innerHeight],
    view: state.view,
    lines: state.lines.map(({ n, facts }) => ({ n, ...facts })),
    story,
  };
  return JSON.stringify(told, null, 1);
}
