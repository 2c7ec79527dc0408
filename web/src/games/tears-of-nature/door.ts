import glyph from "glyph:droplet-splash";

export default { tint: "#21473f", glyph };
