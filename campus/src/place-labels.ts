import { LABEL_LINE, LABEL_SIZE, MAP_WIDTH, MAP_ZOOMS } from '@madang/contract/campus/rules';
import type { Point } from './campus.ts';

/** A map label, centred on a point of the grid. */
export interface Label {
  at: Point;
  lines: readonly string[];
}

/** Space around a label, in rem. */
const ROOM = 0.2;

/**
 * Returns the zoom from which each label fits, by importance. Null if never. Constant letter size keeps separate labels
 * separate.
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

function boxOf({ at, lines }: Label, metresOfRem: number): Box {
  const wide = (Math.max(...lines.map(widthOf)) * LABEL_SIZE + ROOM) * metresOfRem;
  const high = (lines.length * LABEL_LINE + ROOM) * metresOfRem;
  return { left: at.x - wide / 2, right: at.x + wide / 2, top: at.y - high / 2, bottom: at.y + high / 2 };
}

const isOn = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Returns an upper bound of a text's width in font sizes. */
function widthOf(text: string): number {
  const letters = [...text];
  return letters.reduce(
    (sum, letter) => sum + (/[\p{Script=Hangul}\p{Script=Han}W]/u.test(letter) ? 1 : 0.7),
    0,
  );
}
