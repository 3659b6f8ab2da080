import { GROUND, toneOf } from '../block.ts';
import type { Canvas } from '../canvas.ts';
import { TONES } from '../palette.ts';
import { circle, num, opacity, path, poly, polyPath, rect, stroke, type Svg } from '../svg.ts';
import { door, windowPath } from '../windows.ts';

/** A narrow stone support between windows. */
export function buttresses(c: Canvas, xs: readonly number[], top: number): Svg {
  const tone = toneOf(c, 'granite');
  return path(
    xs.map((x) => polyPath([x - 3, GROUND, x - 2, top + 4, x, top, x + 2, top + 4, x + 3, GROUND])).join(''),
    tone.dark,
  );
}

/** Slender stone points on the corners of a tower. */
export function pinnacles(c: Canvas, xs: readonly number[], top: number, height = 12): Svg {
  const tone = toneOf(c, 'granite');
  return xs
    .map(
      (x) =>
        rect(x - 2.4, top - 3, 4.8, 8, tone.dark, 0.6) +
        poly([x - 3.2, top - 3, x, top - height, x + 3.2, top - 3], tone.base),
    )
    .join('');
}

/** A rose window. */
export function rose(c: Canvas, x: number, y: number, r: number): Svg {
  const spokes = `M${num(x - r)} ${num(y)}h${num(2 * r)}M${num(x)} ${num(y - r)}v${num(2 * r)}M${num(x - r * 0.7)} ${num(y - r * 0.7)}l${num(r * 1.4)} ${num(r * 1.4)}M${num(x + r * 0.7)} ${num(y - r * 0.7)}l${num(-r * 1.4)} ${num(r * 1.4)}`;
  return [
    circle(x, y, r + 1.8, c.palette.trim),
    circle(x, y, r, c.palette.mood === 'day' ? c.palette.pane : c.palette.lit),
    stroke(spokes, c.palette.trim, 1),
    circle(x, y, r * 0.3, TONES.accent.light),
  ].join('');
}

/** A clock face; the hands tell ten past ten. */
export function clock(x: number, y: number, r: number): Svg {
  return [
    circle(x, y, r + 2.2, TONES.wine.dark),
    circle(x, y, r, '#FFFBF2'),
    stroke(
      `M${num(x)} ${num(y)}l${num(-r * 0.45)} ${num(-r * 0.34)}M${num(x)} ${num(y)}l${num(r * 0.5)} ${num(-r * 0.42)}`,
      '#3A3348',
      1.7,
    ),
    circle(x, y, 1.3, TONES.accent.base),
  ].join('');
}

/** A big pointed window over the door of a tower. */
export function greatWindow(c: Canvas, x: number, y: number, w: number, h: number): Svg {
  return [
    path(windowPath('point', x - w / 2 - 2, y - 2, w + 4, h + 3), c.palette.trim),
    path(windowPath('point', x - w / 2, y, w, h), c.palette.mood === 'day' ? c.palette.pane : c.palette.lit),
    rect(x - 0.6, y + 4, 1.2, h - 4, c.palette.trim),
    rect(x - w / 2, y + h * 0.6, w, 1.2, c.palette.trim),
  ].join('');
}

/** Columns in front of a dark hall. */
export function columns(c: Canvas, x: number, top: number, count: number): Svg {
  const tone = toneOf(c, 'granite');
  const width = 320 - 2 * x;
  const step = (width - 8) / (count - 1);
  const y = top;
  let parts =
    rect(x, top + 6, width, GROUND - top - 6, '#4E4658', 0, opacity(0.55)) +
    door(c, 160, GROUND, 20, 44, 'square', '#6B4436');
  for (let index = 0; index < count; index += 1) {
    const left = x + index * step;
    parts +=
      rect(left + 1, y + 6, 6, GROUND - y - 6, tone.light) +
      rect(left + 5, y + 6, 3, GROUND - y - 6, tone.dark) +
      rect(left - 1, y + 4, 10.5, 4, tone.base, 1) +
      rect(left - 1, GROUND - 4, 10.5, 4, tone.base, 1);
  }
  return parts;
}

/** A row of tall round arches. */
export function arcade(c: Canvas, x: number, y: number, w: number, h: number, count: number): Svg {
  const step = w / count;
  let dark = '';
  let glass = '';
  for (let index = 0; index < count; index += 1) {
    dark += windowPath('arch', x + index * step + 3, y, step - 6, h);
    glass += windowPath('arch', x + index * step + 6, y + 8, step - 12, h - 8);
  }
  return path(dark, '#6D6272', opacity(0.75)) + path(glass, c.palette.lit, opacity(0.75));
}

/** Small gabled windows in a roof. */
export function dormers(c: Canvas, xs: readonly number[], top: number): Svg {
  const tone = toneOf(c, 'granite');
  return xs
    .map((x) =>
      [
        rect(x - 2, top + 4, 14, 14, tone.base),
        poly([x - 4, top + 5, x + 5, top - 4, x + 14, top + 5], TONES.slate.dark),
        rect(x + 1, top + 7, 8, 9, c.palette.lit, 0.6),
      ].join(''),
    )
    .join('');
}
