import glyph from "glyph:star-swirl";

export default { tint: "#2b2c63", glyph };
