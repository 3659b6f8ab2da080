import { reuse, type Canvas } from './canvas.ts';
import { circle, dashes, ellipse, group, num, opacity, path, stroke, type Svg } from './svg.ts';

const CROWNS = {
  leaf: '#7DB86C',
  forest: '#5F9E76',
  ginkgo: '#F7C544',
  cherry: '#FFB5C4',
  maple: '#F0815F',
  snow: '#F3F7FC',
  night: '#40618A',
} as const;

/** What a tree wears. */
export type Leaves = keyof typeof CROWNS;

/** The shaded side of a crown; laid over any colour of leaves. */
const SHADE = ['#2A2358', opacity(0.18)] as const;

function crownOf(c: Canvas, leaves: Leaves): string {
  return CROWNS[c.palette.mood === 'night' && (leaves === 'leaf' || leaves === 'forest') ? 'night' : leaves];
}

/** Trees are drawn 100 high with their foot at 0, 0; the crown takes its colour from outside. */
function plant(
  c: Canvas,
  name: string,
  at: { x: number; base: number; size: number; leaves: Leaves },
  shape: { trunk: readonly [w: number, h: number]; crown: string; shade: string; light?: Svg },
): Svg {
  const [w, h] = shape.trunk;
  const fill = crownOf(c, at.leaves);
  return reuse(c, name, { x: at.x, y: at.base, scale: at.size / 100, fill }, () => [
    ellipse(w, 0, w * 4.2, 5, '#2B2440', opacity(0.12)),
    path(`M${-w / 2} 0v${-h}h${w}V0z`, c.palette.mood === 'night' ? '#2C3354' : '#8D6A52'),
    `<path d="${shape.crown}"/>`,
    path(shape.shade, ...SHADE),
    shape.light ?? '',
  ]);
}

/** A round tree `size` high. */
export function tree(c: Canvas, x: number, base: number, size: number, leaves: Leaves = 'leaf'): Svg {
  return plant(
    c,
    'tree',
    { x, base, size, leaves },
    {
      trunk: [8, 55],
      crown:
        'M0 -100a34 34 0 0 0 -34 34a21 21 0 1 0 26 33a34 34 0 0 0 16 0a21 21 0 1 0 26 -33a34 34 0 0 0 -34 -34z',
      shade: 'M0 -100a34 34 0 0 1 34 34a21 21 0 1 1 -26 33a34 34 0 0 1 -16 0a41 41 0 0 0 8 -67z',
      light: circle(-12, -76, 11, '#FFFFFF', opacity(0.22)),
    },
  );
}

/** A slender tree, as along an avenue. */
export function poplar(c: Canvas, x: number, base: number, size: number, leaves: Leaves = 'forest'): Svg {
  return plant(
    c,
    'poplar',
    { x, base, size, leaves },
    {
      trunk: [5, 30],
      crown: 'M0 -100C-26 -70 -22 -14 0 -14S26 -70 0 -100z',
      shade: 'M0 -100C26 -70 22 -14 0 -14z',
    },
  );
}

/** A pine of three tiers. */
export function pine(c: Canvas, x: number, base: number, size: number, leaves: Leaves = 'forest'): Svg {
  return plant(
    c,
    'pine',
    { x, base, size, leaves },
    {
      trunk: [6, 30],
      crown:
        'M0 -100L-16 -62Q-11 -60 -7 -60L-22 -38Q-17 -36 -12 -36L-27 -12Q0 -6 27 -12L12 -36Q17 -36 22 -38L7 -60Q11 -60 16 -62z',
      shade: 'M0 -100L16 -62Q11 -60 7 -60L22 -38Q17 -36 12 -36L27 -12Q14 -8 0 -8z',
    },
  );
}

/** A row of low bushes from `x` over `width`. */
export function hedge(
  c: Canvas,
  x: number,
  base: number,
  width: number,
  height = 9,
  leaves: Leaves = 'leaf',
): Svg {
  const crown = crownOf(c, leaves);
  const count = Math.max(1, Math.round(width / (height * 1.5)));
  const r = width / count / 2;
  let d = `M${num(x)} ${num(base)}`;
  for (let index = 0; index < count; index += 1) d += `a${num(r)} ${num(height)} 0 0 1 ${num(2 * r)} 0`;
  return (
    path(`${d}Z`, crown) +
    dashes(`M${num(x)} ${num(base - 1.2)}h${num(width)}`, SHADE[0], 2.4, undefined, SHADE[1])
  );
}

/** A cloud whose flat base starts at x, y. */
export function cloud(c: Canvas, x: number, y: number, width: number, strength = 0.8): Svg {
  const faint = c.palette.mood === 'night' ? strength * 0.5 : strength;
  const d = 'M20 0a20 20 0 0 1 0 -40a30 30 0 0 1 42 -18a22 22 0 0 1 24 22a18 18 0 0 1 -4 36z';
  return reuse(c, 'cloud', { x, y, scale: width / 100 }, () => [path(d, c.palette.cloud, opacity(faint))]);
}

/** Sun by day, moon and stars by night. */
export function skyLight(c: Canvas, x: number, y: number, r: number): Svg {
  const { palette } = c;
  if (palette.mood !== 'night') {
    return circle(x, y, r * 1.7, palette.sun, opacity(0.35)) + circle(x, y, r, palette.sun);
  }
  const moon = `M${num(x - r * 0.2)} ${num(y - r)}a${num(r)} ${num(r)} 0 1 0 ${num(r * 1.15)} ${num(r * 1.4)}a${num(r * 0.85)} ${num(r * 0.85)} 0 0 1 ${num(-r * 1.15)} ${num(-r * 1.4)}Z`;
  return path(moon, palette.sun);
}

/** A few stars in a box. */
export function stars(c: Canvas, width: number, height: number, count: number): Svg {
  const parts: Svg[] = [];
  for (let index = 0; index < count; index += 1) {
    const { between } = c.random;
    parts.push(circle(between(6, width - 6), between(6, height), between(0.5, 1.3), '#FFF6DC'));
  }
  return group(parts, opacity(0.85));
}

/** A soft range of hills along the horizon. */
export function hills(c: Canvas, width: number, base: number, height: number): Svg {
  const { between } = c.random;
  const at = (share: number, rise: number): string =>
    `${Math.round(width * share)} ${Math.round(base - height * rise)}`;
  const far = `M0 ${base}L${at(0, 0.5)}C${at(0.15, between(0.9, 1.3))} ${at(0.3, 0.9)} ${at(0.45, 0.6)}S${at(0.8, between(1, 1.5))} ${at(1, 0.7)}V${base}Z`;
  const near = `M0 ${base}L${at(0, 0.25)}Q${at(0.25, between(0.5, 0.8))} ${at(0.55, 0.3)}T${at(1, 0.35)}V${base}Z`;
  return path(far, c.palette.hill, opacity(0.45)) + path(near, c.palette.hill, opacity(0.7));
}

/** Two birds far away. */
export function birds(x: number, y: number): Svg {
  return stroke(
    `M${Math.round(x)} ${Math.round(y)}q3 -4 6 0q3 -4 6 0m22 -14q3 -3 5 0q2 -3 5 0`,
    '#6A6480',
    1,
    opacity(0.55),
  );
}
