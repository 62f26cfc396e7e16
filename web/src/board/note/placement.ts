// Where a note finds room beside a room.
import { type Box, centre, type Point, shared } from "../geometry";

interface Size {
  width: number;
  height: number;
}

const GAP = 10;
const EDGE = 8;

/** The place that covers least: never the room itself if it can be helped, nor the rooms that one is comparing it with, and
 * above a finger rather than below. */
export function beside(note: Size, room: Box, board: Box, keepOff: readonly Box[], touch: boolean): Point {
  const middle = centre(room);
  const [x, y] = [middle.x - note.width / 2, middle.y - note.height / 2];
  const [left, right] = [room.left - GAP - note.width, room.right + GAP];
  const [above, below] = [room.top - GAP - note.height, room.bottom + GAP];
  const [edge, foot] = [board.right - EDGE - note.width, board.bottom - EDGE - note.height];
  const places = [
    [right, y],
    [left, y],
    [x, above],
    [x, below],
    [right, above],
    [left, above],
    [right, below],
    [left, below],
    [board.left + EDGE, board.top + EDGE],
    [edge, board.top + EDGE],
    [board.left + EDGE, foot],
    [edge, foot],
  ].map(([x = 0, y = 0]) => within({ x, y }, note));
  const cost = (at: Point): number => {
    const box = { left: at.x, top: at.y, right: at.x + note.width, bottom: at.y + note.height };
    const covered = keepOff.reduce((sum, other) => sum + shared(box, other), 0);
    const far = Math.hypot(centre(box).x - middle.x, centre(box).y - middle.y);
    const underHand = touch && centre(box).y > middle.y ? 4000 : 0;
    return 12 * shared(box, room) + covered + 25 * far + underHand;
  };
  return places.reduce((best, at) => (cost(at) < cost(best) - 1 ? at : best));
}

const within = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.max(EDGE, Math.min(innerWidth - EDGE - width, x)),
  y: Math.max(EDGE, Math.min(innerHeight - EDGE - height, y)),
});
