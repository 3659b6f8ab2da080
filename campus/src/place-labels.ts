import { LABEL_LINE, LABEL_SIZE, MAP_WIDTH, MAP_ZOOMS } from '@madang/contract/campus/map-rules';
import type { Point } from './campus.ts';

/** A name on the map, the middle of its lines at a point of the grid. */
export interface Label {
  at: Point;
  lines: readonly string[];
}

/** Room around a label, in rem. */
const ROOM = 0.2;

/**
 * From which of the zooms on each label is shown, in the order of their importance: at none does one lie on another or
 * beyond the edge. Letters stay as large as they are at every zoom, so what is apart once stays apart. Null where there is
 * never room.
 */
export function placeLabels(
  labels: readonly Label[],
  grid: { width: number; height: number },
): (number | null)[] {
  const from = labels.map((): number | null => null);
  MAP_ZOOMS.forEach((zoom, step) => {
    const metres = grid.width / (MAP_WIDTH * zoom);
    const boxes = labels.map((label) => boxOf(label, metres));
    const shown = boxes.filter((_, index) => from[index] !== null);
    boxes.forEach((box, index) => {
      const fits = box.left >= 0 && box.right <= grid.width && box.top >= 0 && box.bottom <= grid.height;
      if (from[index] !== null || !fits || shown.some((other) => isOn(box, other))) return;
      from[index] = step;
      shown.push(box);
    });
  });
  return from;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The room of a label, in metres. */
function boxOf({ at, lines }: Label, metresOfRem: number): Box {
  const wide = (Math.max(...lines.map(widthOf)) * LABEL_SIZE + ROOM) * metresOfRem;
  const high = (lines.length * LABEL_LINE + ROOM) * metresOfRem;
  return { left: at.x - wide / 2, right: at.x + wide / 2, top: at.y - high / 2, bottom: at.y + high / 2 };
}

const isOn = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** About how wide a text is, in its own size: no font of a phone draws it wider. */
function widthOf(text: string): number {
  const letters = [...text];
  return letters.reduce(
    (sum, letter) => sum + (/[\p{Script=Hangul}\p{Script=Han}W]/u.test(letter) ? 1 : 0.7),
    0,
  );
}
