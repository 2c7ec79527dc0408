import { later } from "../../later.svelte";

/** What nobody sees at first sight of the table. */
export const rest = later(() => import("./later"));
