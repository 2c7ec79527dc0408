/** Who drew the glyphs of game-icons.net that this site shows; their licence asks to be named. */
export const ARTISTS: Readonly<Record<string, { name: string; glyphs: readonly string[] }>> = {
  "carl-olsen": { name: "Carl Olsen", glyphs: ["flame"] },
  delapouite: { name: "Delapouite", glyphs: ["forest", "meeple-circle", "round-table", "speaker", "stack"] },
  faithtoken: { name: "Faithtoken", glyphs: ["card-discard", "card-draw"] },
  lorc: {
    name: "Lorc",
    glyphs: [
      "checked-shield",
      "crossed-swords",
      "drop",
      "droplet-splash",
      "lotus",
      "peaks",
      "three-leaves",
      "whirlwind",
    ],
  },
  sbed: { name: "Sbed", glyphs: ["hand"] },
};
