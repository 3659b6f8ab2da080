import { stampGrid, type Canvas } from './canvas.ts';
import { TONES, type Material, type Tone } from './palette.ts';
import { dashes, group, num, opacity, path, poly, rect, type Svg } from './svg.ts';

/** The outline of a window. */
export type WindowShape = 'square' | 'arch' | 'point' | 'round';

/** The path text of one window. */
export function windowPath(shape: WindowShape, x: number, y: number, w: number, h: number): string {
  const half = w / 2;
  switch (shape) {
    case 'square':
      return `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`;
    case 'arch':
      return `M${num(x)} ${num(y + h)}v${num(half - h)}a${num(half)} ${num(half)} 0 0 1 ${num(w)} 0v${num(h - half)}z`;
    case 'point': {
      const rise = Math.min(w * 0.95, h * 0.6);
      return `M${num(x)} ${num(y + h)}v${num(rise - h)}q0 ${num(-rise * 0.6)} ${num(half)} ${num(-rise)}q${num(half)} ${num(rise * 0.4)} ${num(half)} ${num(rise)}v${num(h - rise)}z`;
    }
    case 'round':
      return `M${num(x)} ${num(y + h / 2)}a${num(half)} ${num(half)} 0 1 1 ${num(w)} 0a${num(half)} ${num(half)} 0 1 1 ${num(-w)} 0z`;
  }
}

/** A regular field of windows. */
export interface WindowGrid {
  x: number;
  y: number;
  w: number;
  h: number;
  cols: number;
  rows: number;
  shape?: WindowShape;
  /** Share of its cell that a window fills, across and down. */
  wide?: number;
  tall?: number;
  /** Share of windows with the light on. */
  lit?: number;
  pane?: string;
  frame?: string;
}

/** Windows with a light frame, some of them lit. */
export function windowGrid(c: Canvas, grid: WindowGrid): Svg {
  const { cols, rows, shape = 'square', wide = 0.5, tall = 0.6 } = grid;
  const cellW = grid.w / cols;
  const cellH = grid.h / rows;
  const w = cellW * wide;
  const h = shape === 'round' ? w : cellH * tall;
  const { mood } = c.palette;
  const share = grid.lit ?? (mood === 'night' ? 0.6 : mood === 'gold' ? 0.25 : 0.1);
  const left = grid.x + (cellW - w) / 2;
  const top = grid.y + (cellH - h) / 2;
  const lit: (readonly [x: number, y: number])[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      if (c.random.chance(share)) lit.push([left + cellW * col, top + cellH * row]);
    }
  }
  const frame = grid.frame ?? c.palette.trim;
  const pane = grid.pane ?? c.palette.pane;
  const strength = mood === 'night' ? opacity(0.35) : '';
  if (shape !== 'square') {
    // The pane takes its colour from outside, so that a lit window is the same stamp in another colour.
    const outline = path(windowPath(shape, -0.9, -0.9, w + 1.8, h + 1.8), frame, strength);
    const parts = [outline, `<path d="${windowPath(shape, 0, 0, w, h)}"/>`];
    const field = stampGrid(c, parts, { x: left, y: top, stepX: cellW, stepY: cellH, cols, rows });
    const glow = lit.map(([x, y]) => `<use href="#${field.id}" x="${num(x)}" y="${num(y)}"/>`);
    return (
      group([field.svg], `fill="${pane}"`) + (glow.length === 0 ? '' : group(glow, `fill="${c.palette.lit}"`))
    );
  }
  const rowLine = (dx: number, dy: number, length: number): string =>
    Array.from(
      { length: rows },
      (_, row) => `M${num(left + dx)} ${num(grid.y + cellH * (row + 0.5) + dy)}h${num(length)}`,
    ).join('');
  const length = cellW * (cols - 1) + w;
  return [
    dashes(rowLine(-0.9, 0, length + 1.8), frame, h + 1.8, [w + 1.8, cellW - w - 1.8], strength),
    dashes(rowLine(0, 0, length), pane, h, [w, cellW - w]),
    lit.length === 0
      ? ''
      : dashes(lit.map(([x, y]) => `M${num(x)} ${num(y + h / 2)}h${num(w)}`).join(''), c.palette.lit, h),
    // A darker foot gives each pane a little depth.
    w < 8 ? '' : dashes(rowLine(0, h * 0.36, length), '#1E2748', h * 0.28, [w, cellW - w], opacity(0.12)),
  ].join('');
}

/** A glass front of panels with reflections. */
export function curtainWall(
  c: Canvas,
  box: { x: number; y: number; w: number; h: number; cols: number; rows: number },
  material: Material = 'glass',
): Svg {
  const night = c.palette.mood === 'night';
  const tone: Tone = TONES[night ? 'navy' : material];
  const { x, y, w, h, cols, rows } = box;
  const cellW = w / cols;
  const cellH = h / rows;
  let light = '';
  let dark = '';
  let lit = '';
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const cell = `M${num(x + col * cellW)} ${num(y + (row + 0.5) * cellH)}h${num(cellW)}`;
      const chance = c.random.between(0, 1);
      const litShare = night ? 0.45 : 0.09;
      if (chance < litShare) lit += cell;
      else if (chance < litShare + 0.18) light += cell;
      else if (chance < litShare + 0.34) dark += cell;
    }
  }
  const slant = Math.min(w * 0.5, h * 0.6);
  return [
    rect(x, y, w, h, tone.base),
    dark === '' ? '' : dashes(dark, tone.dark, cellH, undefined, opacity(0.45)),
    light === '' ? '' : dashes(light, tone.light, cellH),
    lit === '' ? '' : dashes(lit, c.palette.lit, cellH),
    poly(
      [x + w * 0.18, y, x + w * 0.18 + slant * 0.7, y, x, y + slant * 1.2, x, y + slant * 0.35],
      '#FFFFFF',
      opacity(0.22),
    ),
    // One broad dashed stroke draws all bars of a direction.
    cols < 2
      ? ''
      : dashes(
          `M${num(x + cellW - 0.4)} ${num(y + h / 2)}H${num(x + w - 1)}`,
          tone.light,
          h,
          [0.8, cellW - 0.8],
          opacity(0.75),
        ),
    rows < 2
      ? ''
      : dashes(
          `M${num(x + w / 2)} ${num(y + cellH - 0.4)}V${num(y + h - 1)}`,
          tone.light,
          w,
          [0.8, cellH - 0.8],
          opacity(0.75),
        ),
  ].join('');
}

/** Long bands of glass, floor by floor. */
export function ribbons(
  c: Canvas,
  box: { x: number; y: number; w: number; h: number; rows: number },
  mullions = 8,
): Svg {
  const { x, y, w, h, rows } = box;
  const cell = h / rows;
  const pane = w / mullions;
  let bands = '';
  let lit = '';
  for (let row = 0; row < rows; row += 1) {
    const middle = num(y + cell * (row + 0.5));
    bands += `M${num(x)} ${middle}h${num(w)}`;
    for (let col = 0; col < mullions; col += 1) {
      if (c.random.chance(c.palette.mood === 'night' ? 0.5 : 0.12))
        lit += `M${num(x + pane * col)} ${middle}h${num(pane)}`;
    }
  }
  return [
    dashes(bands, c.palette.pane, cell * 0.48),
    lit === '' ? '' : dashes(lit, c.palette.lit, cell * 0.48),
    dashes(bands, c.palette.trim, cell * 0.48, [0.8, pane - 0.8], opacity(0.6)),
  ].join('');
}

/** A door with steps; `shape` as a window's. */
export function door(
  c: Canvas,
  x: number,
  base: number,
  w: number,
  h: number,
  shape: WindowShape = 'square',
  color = '#7A4F3F',
): Svg {
  const half = w / 2;
  return [
    path(windowPath(shape, x - half - 2, base - h - 2, w + 4, h + 2), c.palette.trim, opacity(0.8)),
    path(windowPath(shape, x - half, base - h, w, h), color),
    path(windowPath('square', x - 0.5, base - h * 0.72, 1, h * 0.72), '#FFFFFF', opacity(0.35)),
  ].join('');
}

/** A flight of steps in front of a door. */
export function steps(x: number, base: number, w: number, tone: Tone, count = 3): Svg {
  let parts = '';
  for (let index = 0; index < count; index += 1) {
    const width = w + index * 7;
    parts += rect(
      x - width / 2,
      base + index * 2.6 - 2,
      width,
      2.8,
      index % 2 === 0 ? tone.light : tone.dark,
      0.8,
    );
  }
  return parts;
}
