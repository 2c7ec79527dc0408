declare module "glyph:*" {
  /** The drawing inside an svg of 512 × 512. */
  const body: string;
  export default body;
}

declare module "glyphs:used" {
  /** Names of all glyphs that the site shows. */
  const names: string[];
  export default names;
}
