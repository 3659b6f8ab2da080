import type { Canvas } from './canvas.ts';
import { TONES, type Material, type Tone } from './palette.ts';
import { drawRoof, type Roof } from './roofs.ts';
import { dashes, num, opacity, path, polyPath, rect, type Svg } from './svg.ts';
import { curtainWall, ribbons, windowGrid, type WindowShape } from './windows.ts';

/** The line buildings stand on. */
export const GROUND = 166;

/** How a block's front is opened. */
export type Front =
  | {
      kind: 'grid';
      cols: number;
      rows: number;
      shape?: WindowShape;
      wide?: number;
      tall?: number;
      lit?: number;
    }
  | { kind: 'curtain'; cols: number; rows: number; material?: Material }
  | { kind: 'ribbons'; rows: number; mullions?: number }
  | { kind: 'fins'; count: number; material?: Material }
  | { kind: 'none' };

/** One part of a building, seen from the front. */
export interface Block {
  x: number;
  w: number;
  /** Upper edge of the wall. */
  top: number;
  base?: number;
  wall: Material;
  roof?: Roof | Roof['form'];
  front?: Front;
  /** Space kept free of windows at the top and the foot. */
  head?: number;
  foot?: number;
  side?: number;
  /** Rough stone: single ashlars in other tones. */
  ashlar?: boolean;
  /** Stands back: a little paler, without a shadow on the ground. */
  far?: boolean;
}

/** The tone of a material as it looks at this time of day. */
export function toneOf(c: Canvas, material: Material): Tone {
  return c.palette.mood === 'night' ? dim(TONES[material]) : TONES[material];
}

/** Draws a wall with its roof, windows and shading. */
export function block(c: Canvas, spec: Block): Svg {
  const base = spec.base ?? GROUND;
  const { x, w, top } = spec;
  const height = base - top;
  const tone = toneOf(c, spec.wall);
  const roof: Roof = typeof spec.roof === 'string' ? { form: spec.roof } : (spec.roof ?? { form: 'flat' });
  const side = spec.side ?? Math.min(8, w * 0.1);
  const head = spec.head ?? 7;
  const foot = spec.foot ?? 9;
  const box = { x: x + side, y: top + head, w: w - 2 * side, h: height - head - foot };
  return [
    rect(x, top, w, height, tone.base),
    spec.ashlar === true ? ashlars(c, x, top, w, height, tone) : '',
    shade(spec, base, roof.form !== 'none'),
    dashes(`M${num(x + 1.2)} ${num(top)}v${num(height)}`, tone.light, 2.4),
    drawFront(c, spec.front ?? { kind: 'none' }, box, tone),
    spec.far === true ? '' : dashes(`M${num(x - 1)} ${num(base - 2)}h${num(w + 2)}`, tone.dark, 4),
    drawRoof(x, w, top, roof, tone),
    spec.far === true ? rect(x, top, w, height, c.palette.sky[1], 0, opacity(0.22)) : '',
  ].join('');
}

/**
 * All shade of a block in one path. Light comes from the left, so the right part of the wall, the strip under
 * the roof and a slanted piece of ground lie in it.
 */
function shade(spec: Block, base: number, underRoof: boolean): Svg {
  const { x, w, top } = spec;
  const edge = x + w * 0.66;
  const right = x + w;
  const height = base - top;
  const wall = underRoof
    ? `M${num(x)} ${num(top)}H${num(right)}V${num(base)}H${num(edge)}V${num(top + 3)}H${num(x)}z`
    : `M${num(edge)} ${num(top)}H${num(right)}V${num(base)}H${num(edge)}z`;
  const reach = Math.min(26, height * 0.24);
  const ground =
    spec.far === true ? '' : polyPath([x + 3, base, right, base, right + reach, base + 7, x + 12, base + 7]);
  return path(wall + ground, '#3A2A4A', opacity(0.11));
}

function drawFront(
  c: Canvas,
  front: Front,
  box: { x: number; y: number; w: number; h: number },
  tone: Tone,
): Svg {
  switch (front.kind) {
    case 'none':
      return '';
    case 'grid':
      return windowGrid(c, { ...box, ...front });
    case 'curtain':
      return curtainWall(c, { ...box, cols: front.cols, rows: front.rows }, front.material);
    case 'ribbons':
      return ribbons(c, { ...box, rows: front.rows }, front.mullions);
    case 'fins':
      return (
        curtainWall(c, { ...box, cols: front.count, rows: 1 }, front.material ?? 'glass') +
        fins(box, front.count, tone)
      );
  }
}

function fins(box: { x: number; y: number; w: number; h: number }, count: number, tone: Tone): Svg {
  let light = '';
  let dark = '';
  const step = box.w / count;
  for (let index = 0; index <= count; index += 1) {
    const x = box.x + index * step - 1.4;
    light += `M${num(x)} ${num(box.y)}h2.8v${num(box.h)}h-2.8z`;
    dark += `M${num(x + 2.8)} ${num(box.y)}h1.2v${num(box.h)}h-1.2z`;
  }
  return path(dark, tone.dark) + path(light, tone.light);
}

function ashlars(c: Canvas, x: number, top: number, w: number, height: number, tone: Tone): Svg {
  let stones = '';
  const count = Math.min(8, Math.round((w * height) / 640));
  for (let index = 0; index < count; index += 1) {
    const width = c.random.whole(5, 9);
    const left = c.random.whole(Math.ceil(x + 2), Math.floor(x + w - width - 2));
    stones += `M${left} ${top + 7 + c.random.whole(0, Math.floor((height - 14) / 5)) * 5}h${width}`;
  }
  return stones === '' ? '' : dashes(stones, tone.dark, 3, undefined, opacity(0.45));
}

function dim(tone: Tone): Tone {
  return { light: mix(tone.light), base: mix(tone.base), dark: mix(tone.dark) };
}

/** A colour as it looks at night: pulled towards blue. */
function mix(color: string): string {
  const night = [86, 88, 142] as const;
  const channels = night.map((target, index) => {
    const value = Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16);
    return Math.round(value * 0.42 + target * 0.58)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('').toUpperCase()}`;
}
