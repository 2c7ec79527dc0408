/** What nobody sees at first sight of the table: it comes a moment after it. */

export { default as Arrows } from "./Arrows.svelte";
export { default as Banner } from "./Banner.svelte";
export { default as Choosing } from "./Choosing.svelte";
export { default as Countdown } from "./Countdown.svelte";
export { default as Drawn } from "./Drawn.svelte";
export { default as Foretold } from "./Foretold.svelte";
export { default as Gallery } from "./Gallery.svelte";
export { default as Market } from "./Market.svelte";
export { default as Outcomes } from "./Outcomes.svelte";
export { default as Plays } from "./Plays.svelte";
export { default as Prize } from "./Prize.svelte";
export { default as Respawn } from "./Respawn.svelte";
