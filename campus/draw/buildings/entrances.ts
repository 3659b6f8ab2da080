import { GROUND } from '../block.ts';
import type { Canvas } from '../canvas.ts';
import { TONES } from '../palette.ts';
import { circle, num, path, rect, stroke, type Svg } from '../svg.ts';
import { curtainWall } from '../windows.ts';

/** A flat canopy over an entrance. */
export function canopy(x: number, y: number, w: number, color: string): Svg {
  return (
    rect(x - w / 2, y, w, 4, color, 1.5) +
    rect(x - w / 2 + 3, y + 4, 1.6, GROUND - y - 4, '#7C7F96') +
    rect(x + w / 2 - 4.6, y + 4, 1.6, GROUND - y - 4, '#7C7F96')
  );
}

/** Striped awnings over shop windows. */
export function awning(x: number, y: number, w: number, color: string): Svg {
  const count = Math.round(w / 8);
  const step = w / count;
  let stripes = '';
  for (let index = 0; index < count; index += 2) {
    stripes += `M${num(x + index * step)} ${num(y)}h${num(step)}v8a${num(step / 2)} 4 0 0 1 ${num(-step)} 0z`;
  }
  return rect(x, y, w, 10, '#FFFFFF', 3) + path(stripes, color);
}

/** A glass entrance. */
export function glassDoor(c: Canvas, x: number, w: number, h: number): Svg {
  return (
    curtainWall(c, { x: x - w / 2, y: GROUND - h, w, h, cols: Math.max(2, Math.round(w / 12)), rows: 2 }) +
    rect(x - 0.6, GROUND - h * 0.5, 1.2, h * 0.5, '#FFFFFF')
  );
}

/** A transmitter mast. */
export function mast(x: number, base: number, height: number): Svg {
  const top = base - height;
  return [
    stroke(
      `M${num(x - 6)} ${num(base)}L${num(x)} ${num(top)}L${num(x + 6)} ${num(base)}M${num(x - 4)} ${num(base - height * 0.33)}h8M${num(x - 2)} ${num(base - height * 0.66)}h4`,
      '#8A8CA3',
      1.4,
    ),
    circle(x, top, 2.2, TONES.accent.base),
  ].join('');
}
