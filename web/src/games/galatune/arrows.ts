/** The geometry of lines from Actions to the places of Champions. */

export interface Arrow {
  path: string;
}

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;
type Point = [x: number, y: number];

/** A point on the edge of a box, and the way out of the box there. */
export interface Port {
  at: Point;
  out: Point;
}

const CORNER = 18;

const right = ({ left, width }: Box): number => left + width;
const bottom = ({ top, height }: Box): number => top + height;
const centre = ({ left, top, width, height }: Box): Point => [left + width / 2, top + height / 2];

/** Between two ends; in the middle where there is no room between them. */
const between = (n: number, least: number, most: number): number =>
  least > most ? (least + most) / 2 : Math.min(Math.max(n, least), most);

/** As far aside as was asked, or as far to the other side where there is no room. */
function beside(n: number, least: number, most: number, aside: number): number {
  const at = between(n, least, most);
  return between(at + aside < least || at + aside > most ? at - aside : at + aside, least, most);
}

/**
 * The place on the edge of a box that is nearest to a point outside, a little before it; `aside` along
 * the edge. Places lie in a row: from above or below nothing lies between, from aside another one may.
 */
export function nearest(box: Box, [x, y]: Point, before = 8, aside = 0): Port {
  const above = box.top - y;
  const below = y - bottom(box);
  if (above > 0 || below > 0) {
    const side = above > below ? -1 : 1;
    const at = beside(x, box.left + CORNER, right(box) - CORNER, aside);
    return { at: [at, side < 0 ? box.top - before : bottom(box) + before], out: [0, side] };
  }
  const side = x < centre(box)[0] ? -1 : 1;
  const at = beside(y, box.top + CORNER, bottom(box) - CORNER, aside);
  return { at: [side < 0 ? box.left - before : right(box) + before, at], out: [side, 0] };
}

/** The middle of the side of a box that faces a point. */
export function facing(box: Box, [x, y]: Point, beyond = 3): Port {
  const [cx, cy] = centre(box);
  const upright = y < box.top - CORNER || y > bottom(box) + CORNER;
  if (upright) {
    const side = y < cy ? -1 : 1;
    return { at: [cx, side < 0 ? box.top - beyond : bottom(box) + beyond], out: [0, side] };
  }
  const side = x < cx ? -1 : 1;
  return { at: [side < 0 ? box.left - beyond : right(box) + beyond, cy], out: [side, 0] };
}

/** A line from a card to a place; several to the same place lie beside each other. */
export function fly(from: Box, to: Box, room: Box, aside = 0): Arrow {
  const end = nearest(to, centre(from), 8, aside);
  const start = facing(from, end.at);
  const length = Math.hypot(end.at[0] - start.at[0], end.at[1] - start.at[1]) * 0.4;
  const text = ({ at, out }: Port, far: number) =>
    `${(at[0] + out[0] * far - room.left).toFixed(1)} ${(at[1] + out[1] * far - room.top).toFixed(1)}`;
  return { path: `M${text(start, 0)}C${text(start, length)} ${text(end, length)} ${text(end, 0)}` };
}
