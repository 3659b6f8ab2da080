import { TONES } from './palette.ts';
import { circle, ellipse, num, opacity, path, poly, rect, stroke, type Svg } from './svg.ts';

/** An awning of two colours. */
export function stripedAwning(x: number, y: number, w: number, h: number, color: string): Svg {
  const count = Math.max(4, Math.round(w / 16));
  const step = w / count;
  let light = '';
  let dark = '';
  for (let index = 0; index < count; index += 1) {
    const d = `M${num(x + index * step)} ${num(y)}h${num(step)}v${num(h)}a${num(step / 2)} ${num(step / 2.4)} 0 0 1 ${num(-step)} 0z`;
    if (index % 2 === 0) dark += d;
    else light += d;
  }
  return path(light, '#FFFDF6') + path(dark, color) + rect(x, y, w, 2.5, '#2B2440', 0, opacity(0.12));
}

/** A food truck about 200 wide; `x` is its left end, `base` the road. */
export function foodTruck(x: number, base: number, scale: number, color: string, sign: 'cup' | 'bowl'): Svg {
  const s = scale;
  const at = (dx: number, dy: number, w: number, h: number, fill: string, r = 0, more = ''): Svg =>
    rect(x + dx * s, base + dy * s, w * s, h * s, fill, r * s, more);
  const wheel = (dx: number): Svg =>
    circle(x + dx * s, base - 13 * s, 15 * s, '#3B3A52') +
    circle(x + dx * s, base - 13 * s, 6.5 * s, '#C9CFDD');
  return [
    ellipse(x + 108 * s, base, 116 * s, 6 * s, '#2B2440', opacity(0.2)),
    path(
      `M${num(x + 148 * s)} ${num(base - 94 * s)}h${num(30 * s)}q${num(10 * s)} 0 ${num(14 * s)} ${num(12 * s)}l${num(12 * s)} ${num(34 * s)}q${num(4 * s)} ${num(3 * s)} ${num(4 * s)} ${num(10 * s)}v${num(24 * s)}h${num(-60 * s)}z`,
      color,
    ),
    path(
      `M${num(x + 160 * s)} ${num(base - 82 * s)}h${num(18 * s)}q${num(5 * s)} 0 ${num(7 * s)} ${num(6 * s)}l${num(9 * s)} ${num(24 * s)}h${num(-34 * s)}z`,
      '#CFE8F7',
    ),
    at(0, -118, 152, 104, color, 8),
    at(0, -44, 152, 30, '#FFFDF6', 4),
    at(104, -118, 48, 104, '#2B2440', 6, opacity(0.08)),
    at(18, -88, 92, 42, '#4A3550', 3),
    at(22, -84, 84, 34, '#FFDF94', 2),
    circle(x + 50 * s, base - 64 * s, 9 * s, '#F6CDB2') +
      circle(x + 47 * s, base - 63 * s, s, '#3A2E38') +
      circle(x + 53 * s, base - 63 * s, s, '#3A2E38') +
      rect(x + 37 * s, base - 56 * s, 26 * s, 12 * s, '#FFFFFF', 5 * s) +
      rect(x + 40 * s, base - 78 * s, 20 * s, 9 * s, '#FFFFFF', 4 * s),
    at(78, -66, 10, 16, '#E86A78', 2) + at(91, -62, 9, 12, '#7DB89A', 2),
    at(12, -46, 104, 6, '#B18057', 2),
    stripedAwning(x + 10 * s, base - 100 * s, 108 * s, 12 * s, TONES.accent.base),
    circle(x + 132 * s, base - 78 * s, 13 * s, '#FFFDF6'),
    sign === 'cup' ? cup(x + 132 * s, base - 78 * s, 12 * s) : bowl(x + 132 * s, base - 77 * s, 14 * s),
    at(198, -34, 10, 8, '#FFE08A', 3),
    at(0, -16, 208, 6, '#4A4468', 3),
    wheel(38),
    wheel(168),
  ].join('');
}

function cup(x: number, y: number, size: number): Svg {
  return (
    path(
      `M${num(x - size * 0.45)} ${num(y - size * 0.4)}h${num(size * 0.9)}l${num(-size * 0.14)} ${num(size)}h${num(-size * 0.62)}z`,
      '#8A5F3E',
    ) + rect(x - size * 0.55, y - size * 0.6, size * 1.1, size * 0.24, TONES.accent.base, 1)
  );
}

function bowl(x: number, y: number, size: number): Svg {
  return (
    path(
      `M${num(x - size * 0.55)} ${num(y)}h${num(size * 1.1)}a${num(size * 0.55)} ${num(size * 0.5)} 0 0 1 ${num(-size * 1.1)} 0z`,
      TONES.accent.base,
    ) +
    stroke(`M${num(x - 3)} ${num(y - 4)}q-2 -3 0 -5M${num(x + 3)} ${num(y - 4)}q-2 -3 0 -5`, '#8A5F3E', 1.4)
  );
}

/** A market stall about 80 wide. */
export function stall(x: number, base: number, scale: number, color: string, goods: readonly Svg[]): Svg {
  const s = scale;
  return [
    ellipse(x + 42 * s, base, 46 * s, 3.4 * s, '#2B2440', opacity(0.14)),
    rect(x + 3 * s, base - 84 * s, 3 * s, 84 * s, '#8A5F3E') +
      rect(x + 74 * s, base - 84 * s, 3 * s, 84 * s, '#8A5F3E'),
    rect(x, base - 34 * s, 80 * s, 34 * s, '#FFF3DE', 2),
    poly(
      [x + 52 * s, base - 34 * s, x + 80 * s, base - 34 * s, x + 80 * s, base, x + 44 * s, base],
      '#2B2440',
      opacity(0.07),
    ),
    ...goods,
    rect(x - 3 * s, base - 38 * s, 86 * s, 6 * s, TONES.wood.base, 2),
    path(
      `M${num(x + 4 * s)} ${num(base - 92 * s)}h${num(72 * s)}l${num(10 * s)} ${num(16 * s)}h${num(-92 * s)}z`,
      color,
    ),
    stripedAwning(x - 6 * s, base - 77 * s, 92 * s, 9 * s, color),
  ].join('');
}

/** Leaves, petals or flakes scattered over a box. */
export function scatter(
  random: { between(low: number, high: number): number },
  box: { x: number; y: number; w: number; h: number },
  count: number,
  colors: readonly [string, ...string[]],
  size: number,
): Svg {
  const groups = colors.map(() => '');
  for (let index = 0; index < count; index += 1) {
    const x = random.between(box.x, box.x + box.w);
    const y = random.between(box.y, box.y + box.h);
    const r = size * random.between(0.6, 1.2);
    const at = index % colors.length;
    groups[at] =
      `${groups[at] ?? ''}M${num(x - r)} ${num(y)}a${num(r)} ${num(r * 0.6)} 0 1 1 ${num(r * 2)} 0a${num(r)} ${num(r * 0.6)} 0 1 1 ${num(-r * 2)} 0z`;
  }
  return groups.map((d, index) => path(d, colors[index] ?? colors[0])).join('');
}
