/** What nobody sees at first sight of a table: it comes a moment after it. */

export { default as InviteLinks } from "./InviteLinks.svelte";
export { default as MoreMenu } from "./MoreMenu.svelte";
export { default as WhatCanI } from "./WhatCanI.svelte";
