/** The geometry of lines from Actions to Champions. */

export interface Arrow {
  path: string;
}

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;
type Point = [x: number, y: number];

const centre = ({ left, top, width, height }: Box): Point => [left + width / 2, top + height / 2];

/** Where the line from the middle of a box towards a point leaves the box, and a little beyond. */
export function edge(box: Box, [x, y]: Point, beyond = 6): Point {
  const [cx, cy] = centre(box);
  const dx = x - cx;
  const dy = y - cy;
  if (!dx && !dy) return [cx, cy];
  const scale = Math.min(
    dx ? box.width / 2 / Math.abs(dx) : Infinity,
    dy ? box.height / 2 / Math.abs(dy) : Infinity,
  );
  const length = Math.hypot(dx, dy);
  const out = scale + beyond / length;
  return [cx + dx * out, cy + dy * out];
}

/** A line from one box to another, slightly bowed so that several do not lie on each other. */
export function bow(from: Box, to: Box, room: Box, n: number): Arrow {
  const start = edge(from, centre(to), 3);
  const end = edge(to, centre(from), 9);
  const [x1, y1] = [start[0] - room.left, start[1] - room.top];
  const [x2, y2] = [end[0] - room.left, end[1] - room.top];
  const bend = ((n % 3) - 1) * 0.08 + 0.06;
  const [mx, my] = [(x1 + x2) / 2 + (y2 - y1) * bend, (y1 + y2) / 2 - (x2 - x1) * bend];
  const text = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return { path: `M${text(x1, y1)}Q${text(mx, my)} ${text(x2, y2)}` };
}
