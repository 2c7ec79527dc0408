import light from "glyph:sun";
import dark from "glyph:moon";
import war from "glyph:spartan-helmet";
import mystic from "glyph:crystal-ball";
import tech from "glyph:cog";
import nature from "glyph:linden-leaf";
import attack from "glyph:broadsword";
import shield from "glyph:shield";
import life from "glyph:heart-plus";
import boost from "glyph:upgrade";
import trap from "glyph:wolf-trap";
import other from "glyph:sparkles";
import normal from "glyph:fist";
import energy from "glyph:electric";
import heart from "glyph:hearts";
import draw from "glyph:card-draw";

/** A drawing for every type, function and property: nothing is told by colour alone. */
export const signs: Readonly<Record<string, string>> = {
  War: war,
  Mystic: mystic,
  Tech: tech,
  Nature: nature,
  Light: light,
  Dark: dark,
  Normal: normal,
  Energy: energy,
  attack,
  shield,
  life,
  boost,
  trap,
  other,
  heart,
  draw,
  trap_locked: trap,
};
