import { reuse, type Canvas } from './canvas.ts';
import { TONES } from './palette.ts';
import { circle, dashes, ellipse, num, opacity, path, poly, rect, stroke, type Svg } from './svg.ts';

/** A street lamp. */
export function lamp(c: Canvas, x: number, base: number, height = 34): Svg {
  const night = c.palette.mood === 'night';
  return reuse(c, 'lamp', { x, y: base, scale: height / 34 }, () => [
    night ? circle(0, -34, 13, c.palette.lit, opacity(0.22)) : '',
    stroke('M0 0V-34M-3 -.5h6', '#5B607A', 1.8),
    circle(0, -35, 3.4, night ? c.palette.lit : '#FFF6DA'),
    path('M-4 -36.5a4 4 0 0 1 8 0z', '#5B607A'),
  ]);
}

/** A bench seen from the front. */
export function bench(x: number, base: number, width = 26): Svg {
  const { base: wood, dark, light } = TONES.wood;
  const slat = (y: number): string => `M${num(x)} ${num(base - y)}h${num(width)}`;
  return [
    ellipse(x + width / 2 + 2, base, width * 0.58, 1.6, '#2B2440', opacity(0.14)),
    dashes(`M${num(x + 3)} ${num(base)}v-12M${num(x + width - 3)} ${num(base)}v-12`, '#5B607A', 1.8),
    stroke(slat(11.7), light, 2.4),
    stroke(slat(8.3), wood, 2.4),
    stroke(slat(4.6), dark, 2.6),
  ].join('');
}

/** A flag on a pole; a plain colour, since pictures carry no text or emblem. */
export function flag(x: number, base: number, height: number, color: string = TONES.accent.base): Svg {
  const top = base - height;
  return [
    rect(x - 0.7, top, 1.4, height, '#8A8CA3', 0.7),
    path(`M${num(x + 0.7)} ${num(top + 1)}q5 -2 9 0t8 0v9q-4 2 -8 0t-9 0z`, color),
    circle(x, top, 1.4, TONES.ochre.base),
  ].join('');
}

/** A banner hanging on a wall. */
export function banner(x: number, y: number, w: number, h: number, color: string = TONES.accent.base): Svg {
  return (
    poly([x, y, x + w, y, x + w, y + h, x + w / 2, y + h - w * 0.4, x, y + h], color) +
    poly([x + w / 2, y, x + w, y, x + w, y + h, x + w / 2, y + h - w * 0.4], '#2B2440', opacity(0.12))
  );
}

/** A round fountain. */
export function fountain(x: number, base: number, r: number): Svg {
  const jet = (side: number, reach: number, rise: number): string =>
    `M${num(x)} ${num(base - r * 0.5)}q${num(side * reach * 0.3)} ${num(-rise)} ${num(side * reach)} ${num(-r * 0.02)}`;
  return [
    ellipse(x + 4, base + 2, r * 1.08, r * 0.28, '#2B2440', opacity(0.12)),
    ellipse(x, base, r, r * 0.26, TONES.granite.dark),
    ellipse(x, base - 2.5, r, r * 0.26, TONES.granite.light),
    ellipse(x, base - 2.5, r * 0.86, r * 0.19, '#8FCBE8'),
    rect(x - 2, base - r * 0.55, 4, r * 0.5, TONES.granite.dark, 1.5),
    stroke(
      jet(-1, r * 0.55, r * 0.9) +
        jet(1, r * 0.55, r * 0.9) +
        jet(-1, r * 0.24, r * 1.2) +
        jet(1, r * 0.24, r * 1.2),
      '#FFFFFF',
      1.8,
      opacity(0.9),
    ),
  ].join('');
}

/** A parasol with its table. */
export function parasol(x: number, base: number, size: number, color: string): Svg {
  const top = base - size;
  return [
    ellipse(x, base, size * 0.34, 1.6, '#2B2440', opacity(0.14)),
    rect(x - 0.8, top, 1.6, size, '#8A8CA3'),
    path(
      `M${num(x - size * 0.52)} ${num(top + size * 0.36)}Q${num(x)} ${num(top - size * 0.28)} ${num(x + size * 0.52)} ${num(top + size * 0.36)}Z`,
      color,
    ),
    path(
      `M${num(x)} ${num(top)}Q${num(x + size * 0.36)} ${num(top + size * 0.04)} ${num(x + size * 0.52)} ${num(top + size * 0.36)}H${num(x + size * 0.16)}Q${num(x + size * 0.14)} ${num(top + size * 0.12)} ${num(x)} ${num(top)}Z`,
      '#2B2440',
      opacity(0.13),
    ),
    rect(x - size * 0.24, base - size * 0.34, size * 0.48, 2.2, TONES.white.base, 1),
  ].join('');
}

/** An open book lying on its back, `size` wide. */
export function openBook(x: number, y: number, size: number, cover: string): Svg {
  const w = size / 2;
  const h = size * 0.34;
  const page = (side: number): string =>
    `M${num(x)} ${num(y)}q${num(side * w * 0.5)} ${num(-h * 0.5)} ${num(side * w)} ${num(-h * 0.1)}v${num(-h)}q${num(-side * w * 0.5)} ${num(-h * 0.4)} ${num(-side * w)} ${num(h * 0.1)}z`;
  return [
    path(page(-1), cover, 'transform="translate(0 2.4)"'),
    path(page(1), cover, 'transform="translate(0 2.4)"'),
    path(page(-1), '#FFFFFF'),
    path(page(1), '#E8E6F0'),
  ].join('');
}

const SPINES = ['#E86A78', '#F0B45C', '#6FA9D8', '#7DB89A', '#A78FD0', '#F4E3C8'] as const;

/** Book spines side by side, as on a shelf. */
export function bookRow(c: Canvas, x: number, base: number, width: number, height: number): Svg {
  const books = new Map<string, string>(SPINES.map((color) => [color, '']));
  let left = x;
  while (left < x + width - 3) {
    const w = Math.min(c.random.between(4, 7), x + width - left);
    const h = height * c.random.between(0.68, 1);
    const color = c.random.pick(SPINES);
    books.set(
      color,
      `${books.get(color) ?? ''}M${num(left)} ${num(base)}v${num(-h)}h${num(w - 0.6)}v${num(h)}z`,
    );
    left += w;
  }
  return [...books].map(([color, d]) => path(d, color)).join('');
}

/** How a person looks. */
export interface Look {
  shirt: string;
  hair?: string;
  skin?: string;
  legs?: string;
  /** Seen from behind. */
  back?: boolean;
}

/** Below this height a face is smaller than a pixel on a phone. */
const FACE_FROM = 44;

/** A small standing person, `height` high. */
export function person(x: number, base: number, height: number, look: Look): Svg {
  const h = height;
  const head = h * 0.13;
  const legs = `M${num(x - h * 0.058)} ${num(base - h * 0.04)}v${num(-h * 0.32)}M${num(x + h * 0.062)} ${num(base - h * 0.04)}v${num(-h * 0.32)}`;
  return [
    ellipse(x + h * 0.05, base, h * 0.2, h * 0.03, '#2B2440', opacity(0.16)),
    stroke(legs, look.legs ?? '#434B6B', h * 0.085),
    rect(x - h * 0.15, base - h * 0.74, h * 0.3, h * 0.39, look.shirt, h * 0.09),
    look.back === true
      ? circle(x, base - h * 0.865, head * 1.06, look.hair ?? HAIR)
      : face(x, base - h * 0.86, head, look, h >= FACE_FROM),
  ].join('');
}

const HAIR = '#3A2E38';

function face(x: number, y: number, r: number, look: Look, detailed: boolean): Svg {
  const top = y + r * 0.08;
  return [
    circle(x, y, r, look.skin ?? '#F6CDB2'),
    path(
      `M${num(x - r * 1.08)} ${num(top)}a${num(r * 1.08)} ${num(r * 1.12)} 0 0 1 ${num(r * 2.16)} 0q${num(-r * 0.4)} ${num(-r * 0.7)} ${num(-r * 1.1)} ${num(-r * 0.65)}t${num(-r * 1.06)} ${num(r * 0.65)}z`,
      look.hair ?? HAIR,
    ),
    detailed
      ? circle(x - r * 0.38, y + r * 0.2, r * 0.1, HAIR) +
        circle(x + r * 0.42, y + r * 0.2, r * 0.1, HAIR) +
        stroke(
          `M${num(x - r * 0.16)} ${num(y + r * 0.52)}q${num(r * 0.18)} ${num(r * 0.16)} ${num(r * 0.36)} 0`,
          '#B5705E',
          Math.max(0.8, r * 0.1),
        )
      : '',
  ].join('');
}
