import glyph from "glyph:peaks";

export default { tint: "#21473f", glyph };
