/** A shape for each seat, beside its colour: nobody needs to tell colours apart. */

export const SHAPES = [
  "triangle",
  "square",
  "circle",
  "diamond",
  "pentagon",
  "hexagon",
  "star",
  "cross",
  "half_moon",
  "drop",
] as const;

export type Shape = (typeof SHAPES)[number];

/** Outlines in a box of 24 × 24, of about equal weight to the eye. */
export const OUTLINES: Record<Shape, string> = {
  triangle: "M12 3 22 21H2Z",
  square: "M4 4h16v16H4Z",
  circle: "M12 2.5a9.5 9.5 0 1 1 0 19 9.5 9.5 0 0 1 0-19Z",
  diamond: "M12 1.5 22.5 12 12 22.5 1.5 12Z",
  pentagon: "M12 2 22.3 9.6 18.4 21.5H5.6L1.7 9.6Z",
  hexagon: "M6.5 2.8h11L23 12l-5.500 9.200h-11L1 12Z",
  star: "m12 1.500 3.100 7.200 7.900.700-6 5.200 1.800 7.700L12 18.200 5.200 22.300 7 14.600l-6-5.200 7.900-.700Z",
  cross: "M8.500 2.500h7v6h6v7h-6v6h-7v-6h-6v-7h6Z",
  half_moon: "M15.500 2.200A10 10 0 1 0 22 16.500 8.600 8.600 0 0 1 15.500 2.200Z",
  drop: "M12 1.500c4 5.500 7.500 9 7.500 13.200a7.500 7.500 0 0 1-15 0C4.500 10.500 8 7 12 1.500Z",
};

/** The shape of a seat by its number. */
export function shapeOf(seat: number): Shape {
  return SHAPES[((seat % SHAPES.length) + SHAPES.length) % SHAPES.length]!;
}
