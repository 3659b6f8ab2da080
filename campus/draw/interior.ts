import type { Canvas } from './canvas.ts';
import { TONES } from './palette.ts';
import { circle, dashes, ellipse, num, opacity, path, poly, rect, stroke, type Svg } from './svg.ts';

const WIDTH = 480;
const HEIGHT = 360;

/** A plain room: wall, floor and skirting. */
export function room(
  wall: readonly [light: string, dark: string],
  floor: readonly [light: string, dark: string],
  horizon: number,
): Svg {
  return [
    rect(0, 0, WIDTH, HEIGHT, wall[0]),
    poly([WIDTH * 0.62, 0, WIDTH, 0, WIDTH, horizon, WIDTH * 0.48, horizon], wall[1], opacity(0.4)),
    rect(0, horizon, WIDTH, HEIGHT - horizon, floor[0]),
    rect(0, horizon - 6, WIDTH, 6, wall[1]),
    path(`M0 ${num(horizon + 38)}H480V360H0z`, floor[1], opacity(0.35)),
  ].join('');
}

/** A window with a view: sky, hills, and what `view` adds. */
export function windowView(
  box: { x: number; y: number; w: number; h: number },
  colors: { sky: string; hill: string; frame?: string },
  view: readonly Svg[] = [],
): Svg {
  const { x, y, w, h } = box;
  const frame = colors.frame ?? '#FFFFFF';
  return [
    rect(x - 7, y - 7, w + 14, h + 14, frame, 4),
    rect(x, y, w, h, colors.sky, 2),
    path(
      `M${num(x)} ${num(y + h)}v${num(-h * 0.3)}q${num(w * 0.25)} ${num(-h * 0.25)} ${num(w * 0.5)} ${num(-h * 0.05)}t${num(w * 0.5)} ${num(-h * 0.02)}v${num(h * 0.37)}z`,
      colors.hill,
    ),
    ...view,
    rect(x + w / 2 - 2.5, y, 5, h, frame),
    poly([x, y + h * 0.62, x, y + h * 0.3, x + w * 0.36, y, x + w * 0.6, y], '#FFFFFF', opacity(0.16)),
    rect(x - 12, y + h + 5, w + 24, 9, frame, 2),
    rect(x - 12, y + h + 11, w + 24, 3, '#2B2440', 0, opacity(0.12)),
  ].join('');
}

/** A table top seen from the front, with its edge and, below, legs. */
export function table(
  x: number,
  y: number,
  w: number,
  color: { light: string; base: string; dark: string } = TONES.wood,
  legs = 0,
): Svg {
  const foot = y + 14 + legs;
  const leg = (at: number): string => `M${num(at)} ${num(y + 14)}V${num(foot)}`;
  return [
    legs > 0 ? dashes(leg(x + 20) + leg(x + w - 20), color.dark, 9) : '',
    rect(x, y, w, 8, color.light, 2),
    rect(x, y + 6, w, 10, color.base, 2),
    rect(x, y + 14, w, 4, color.dark, 2),
  ].join('');
}

/** An open laptop standing on `base`; `screen` draws into a box 100 wide and 62 high. */
export function laptop(x: number, base: number, size: number, screen: string = '#F4F6FB'): Svg {
  const s = size / 120;
  const at = (dx: number, dy: number, w: number, h: number, fill: string, r = 0): Svg =>
    rect(x + dx * s, base + dy * s, w * s, h * s, fill, r * s);
  return [
    ellipse(x, base + 1, 76 * s, 4 * s, '#2B2440', opacity(0.16)),
    at(-56, -78, 112, 74, '#5B6480', 6),
    at(-51, -73, 102, 63, screen, 3),
    at(-51, -73, 102, 10, '#E3E7F0', 3),
    circle(x - 44 * s, base - 68 * s, 2 * s, TONES.accent.base) +
      circle(x - 37 * s, base - 68 * s, 2 * s, '#F0B45C') +
      circle(x - 30 * s, base - 68 * s, 2 * s, '#7DB89A'),
    at(-42, -55, 34, 36, '#BFD6F2', 3),
    stroke(
      `M${num(x)} ${num(base - 52 * s)}h${num(40 * s)}M${num(x)} ${num(base - 43 * s)}h${num(32 * s)}M${num(x)} ${num(base - 34 * s)}h${num(40 * s)}M${num(x)} ${num(base - 25 * s)}h${num(22 * s)}`,
      '#B9C1D3',
      4 * s,
    ),
    path(
      `M${num(x - 66 * s)} ${num(base - 4 * s)}h${num(132 * s)}l${num(-6 * s)} ${num(5 * s)}h${num(-120 * s)}z`,
      '#C9CFDD',
    ),
    at(-14, -4, 28, 2.4, '#9BA4BA', 1),
  ].join('');
}

/** A mug, with steam when it is hot. */
export function mug(x: number, base: number, size: number, color: string, hot = true): Svg {
  const w = size * 0.8;
  return [
    ellipse(x + 2, base, w * 0.7, size * 0.08, '#2B2440', opacity(0.18)),
    stroke(
      `M${num(x + w / 2 - 1)} ${num(base - size * 0.72)}q${num(w * 0.44)} 0 ${num(w * 0.4)} ${num(size * 0.26)}t${num(-w * 0.44)} ${num(size * 0.22)}`,
      color,
      size * 0.11,
    ),
    rect(x - w / 2, base - size, w, size, color, size * 0.16),
    rect(x + w * 0.16, base - size, w * 0.34, size, '#2B2440', size * 0.14, opacity(0.12)),
    ellipse(x, base - size + 2, w / 2 - 1.5, size * 0.08, '#6B4434'),
    hot
      ? stroke(
          `M${num(x - 5)} ${num(base - size - 7)}q-5 -7 0 -13t0 -13M${num(x + 7)} ${num(base - size - 7)}q-5 -7 0 -13t0 -13`,
          '#FFFFFF',
          2.6,
          opacity(0.6),
        )
      : '',
  ].join('');
}

const COVERS = ['#E86A78', '#6FA9D8', '#F0B45C', '#7DB89A', '#A78FD0'] as const;

/** Books lying on one another. */
export function bookStack(c: Canvas, x: number, base: number, w: number, count: number): Svg {
  let parts = ellipse(x + w / 2, base, w * 0.58, 4, '#2B2440', opacity(0.15));
  let y = base;
  for (let index = 0; index < count; index += 1) {
    const height = c.random.between(11, 16);
    const width = w * c.random.between(0.84, 1);
    const left = x + (w - width) * c.random.between(0.1, 0.9);
    const color = COVERS[index % COVERS.length] ?? COVERS[0];
    y -= height;
    parts +=
      rect(left, y, width, height, color, 3) +
      rect(left + width - 10, y + 2.5, 10, height - 5, '#FFF6E6', 1) +
      rect(left + 8, y + height / 2 - 1, width * 0.4, 2, '#FFFFFF', 1, opacity(0.6));
  }
  return parts;
}

/** A plant in a pot. */
export function pottedPlant(x: number, base: number, size: number, pot: string = '#E9A07C'): Svg {
  const s = size / 100;
  const leaf = (angle: number, length: number, color: string): Svg =>
    path(
      `M0 0C${num(-15 * s)} ${num(-length * 0.4 * s)} ${num(-11 * s)} ${num(-length * 0.8 * s)} 0 ${num(-length * s)}C${num(11 * s)} ${num(-length * 0.8 * s)} ${num(15 * s)} ${num(-length * 0.4 * s)} 0 0z`,
      color,
      `transform="translate(${num(x)} ${num(base - 34 * s)}) rotate(${angle})"`,
    );
  return [
    ellipse(x + 3, base, 26 * s, 4 * s, '#2B2440', opacity(0.16)),
    leaf(-52, 50, TONES.leaf.dark),
    leaf(50, 52, TONES.leaf.dark),
    leaf(-26, 62, TONES.leaf.base),
    leaf(28, 60, TONES.leaf.base),
    leaf(0, 68, TONES.leaf.light),
    poly([x - 22 * s, base - 38 * s, x + 22 * s, base - 38 * s, x + 16 * s, base, x - 16 * s, base], pot),
    poly(
      [x + 6 * s, base - 38 * s, x + 22 * s, base - 38 * s, x + 16 * s, base, x + 4 * s, base],
      '#2B2440',
      opacity(0.12),
    ),
    rect(x - 25 * s, base - 42 * s, 50 * s, 9 * s, pot, 2),
  ].join('');
}

/** A lamp hanging from the ceiling. */
export function pendant(x: number, y: number, size: number, color: string, glow = true): Svg {
  return [
    rect(x - 1, 0, 2, y, '#5B607A'),
    glow
      ? poly(
          [
            x - size * 0.5,
            y + size * 0.5,
            x + size * 0.5,
            y + size * 0.5,
            x + size * 1.5,
            y + size * 3.4,
            x - size * 1.5,
            y + size * 3.4,
          ],
          '#FFE7A8',
          opacity(0.16),
        )
      : '',
    path(
      `M${num(x - size * 0.55)} ${num(y + size * 0.52)}a${num(size * 0.55)} ${num(size * 0.55)} 0 0 1 ${num(size * 1.1)} 0z`,
      color,
    ),
    path(
      `M${num(x)} ${num(y - size * 0.03)}a${num(size * 0.55)} ${num(size * 0.55)} 0 0 1 ${num(size * 0.55)} ${num(size * 0.55)}h${num(-size * 0.38)}z`,
      '#2B2440',
      opacity(0.14),
    ),
    ellipse(x, y + size * 0.54, size * 0.3, size * 0.1, '#FFF3C9'),
  ].join('');
}

/** How a seated person looks. */
export interface Sitter {
  shirt: string;
  hair?: string;
  skin?: string;
  /** Long hair falls to the shoulders. */
  long?: boolean;
  /** Seen from behind: no face. */
  back?: boolean;
}

/** The upper half of a person behind a table; `base` is the table's edge. */
export function sitter(x: number, base: number, size: number, look: Sitter): Svg {
  const s = size / 100;
  const skin = look.skin ?? '#F6CDB2';
  const hair = look.hair ?? '#3A2E38';
  const headY = base - 76 * s;
  return [
    look.long === true ? rect(x - 24 * s, headY - 14 * s, 48 * s, 48 * s, hair, 20 * s) : '',
    path(
      `M${num(x - 42 * s)} ${num(base)}v${num(-22 * s)}q0 ${num(-26 * s)} ${num(30 * s)} ${num(-26 * s)}h${num(24 * s)}q${num(30 * s)} 0 ${num(30 * s)} ${num(26 * s)}v${num(22 * s)}z`,
      look.shirt,
    ),
    path(
      `M${num(x + 12 * s)} ${num(base - 48 * s)}q${num(30 * s)} 0 ${num(30 * s)} ${num(26 * s)}v${num(22 * s)}h${num(-20 * s)}z`,
      '#2B2440',
      opacity(0.1),
    ),
    rect(x - 7 * s, base - 58 * s, 14 * s, 16 * s, skin, 6 * s),
    circle(x, headY, 21 * s, skin),
    look.back === true
      ? circle(x, headY - 1 * s, 22.5 * s, hair)
      : [
          path(
            `M${num(x - 22.5 * s)} ${num(headY + 1 * s)}a${num(22.5 * s)} ${num(23 * s)} 0 0 1 ${num(45 * s)} 0q${num(-7 * s)} ${num(-14 * s)} ${num(-20 * s)} ${num(-14 * s)}t${num(-25 * s)} ${num(14 * s)}z`,
            hair,
          ),
          circle(x - 7 * s, headY + 3 * s, 1.9 * s, '#3A2E38') +
            circle(x + 8 * s, headY + 3 * s, 1.9 * s, '#3A2E38'),
          stroke(
            `M${num(x - 4 * s)} ${num(headY + 10 * s)}q${num(4.5 * s)} ${num(4 * s)} ${num(9 * s)} 0`,
            '#B5705E',
            1.8 * s,
          ),
          circle(x - 13 * s, headY + 9 * s, 3.4 * s, '#FF9A94', opacity(0.45)) +
            circle(x + 14 * s, headY + 9 * s, 3.4 * s, '#FF9A94', opacity(0.45)),
        ].join(''),
  ].join('');
}
