/** The pictures come after the table: until they are here, signs stand in their places. */

import { needed, standing } from "../../later.svelte";
import { signs } from "./signs";

let found: Readonly<Record<string, string>> = $state.raw({});

const coming = needed(() => import("./pictures"));
void standing.then(() => coming).then(({ pictures }) => (found = pictures));

/** The picture of a Champion, a card or a Special Action; undefined where there is none (yet). */
export function picture(code: string): string | undefined {
  return found[code];
}

/** The drawing that stands for a type, a function, a status and the like. */
export function sign(name: string): string {
  return signs[name] ?? found[`sign/${name}`] ?? "";
}
