import air from "glyph:whirlwind";
import attack from "glyph:crossed-swords";
import defend from "glyph:checked-shield";
import earth from "glyph:peaks";
import fire from "glyph:flame";
import spirit from "glyph:lotus";
import water from "glyph:drop";
import leaves from "glyph:three-leaves";
import wild from "glyph:forest";

/** A drawing for every element and kind of card: nothing is told by colour alone. */
export const glyphs: Readonly<Record<string, string>> = {
  air,
  earth,
  fire,
  water,
  spirit,
  attack,
  defend,
  wild,
  leaves,
};
