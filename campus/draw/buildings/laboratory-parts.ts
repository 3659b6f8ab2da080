import { TONES } from '../palette.ts';
import { circle, num, opacity, path, poly, rect, stroke, type Svg } from '../svg.ts';
import { windowPath } from '../windows.ts';

/** Solar panels on a roof. */
export function solarPanels(x: number, top: number, count: number): Svg {
  let parts = '';
  for (let index = 0; index < count; index += 1) {
    const left = x + index * 20;
    parts +=
      poly([left, top, left + 5, top - 9, left + 18, top - 9, left + 13, top], TONES.navy.base) +
      stroke(`M${num(left + 2.5)} ${num(top - 4.5)}h13M${num(left + 6.5)} ${num(top)}l5 -9`, '#9FB6DD', 0.7);
  }
  return parts;
}

/** Ventilation pipes of laboratories. */
export function vents(xs: readonly number[], top: number): Svg {
  return xs
    .map(
      (x) =>
        rect(x, top - 16, 5, 16, TONES.steel.base, 1) +
        rect(x + 3, top - 16, 2, 16, TONES.steel.dark) +
        rect(x - 1, top - 18, 7, 3, TONES.steel.dark, 1),
    )
    .join('');
}

/** A round tank beside a laboratory. */
export function tank(x: number, base: number, w: number, h: number): Svg {
  return [
    rect(x, base - h, w, h, TONES.white.base, w * 0.3),
    rect(x + w * 0.6, base - h, w * 0.4, h, TONES.white.dark, w * 0.2),
    rect(x, base - h * 0.62, w, 2, TONES.steel.base),
    rect(x, base - h * 0.3, w, 2, TONES.steel.base),
  ].join('');
}

/** A toothed wheel. */
export function gear(x: number, y: number, r: number, color: string): Svg {
  let teeth = '';
  for (let index = 0; index < 8; index += 1) {
    teeth += rect(
      x - r * 0.17,
      y - r * 1.25,
      r * 0.34,
      r * 0.5,
      color,
      0.8,
      `transform="rotate(${index * 45} ${num(x)} ${num(y)})"`,
    );
  }
  return teeth + circle(x, y, r, color) + circle(x, y, r * 0.42, '#FFFFFF');
}

/** Windows laid out like the tracks of a circuit board. */
export function circuit(lit: string): Svg {
  const tracks =
    'M82 78h30v16h26M82 96h14v18h42M82 116h22M238 78h-40v14h-24M238 98h-18v16h-46M238 118h-30M150 70v12M170 70v12M150 106v16M170 106v16';
  const nodes = [
    82, 78, 82, 96, 82, 116, 238, 78, 238, 98, 238, 118, 150, 70, 170, 70, 150, 122, 170, 122, 104, 116, 208,
    118,
  ];
  let dots = '';
  for (let index = 0; index < nodes.length; index += 2) {
    dots += windowPath('round', (nodes[index] ?? 0) - 2.6, (nodes[index + 1] ?? 0) - 2.6, 5.2, 5.2);
  }
  return [
    stroke(tracks, '#8FB2E6', 2),
    path(dots, lit),
    rect(138, 82, 44, 24, TONES.deepGlass.light, 4),
    rect(144, 87, 32, 14, lit, 3),
  ].join('');
}

/** A glass house for plants. */
export function greenhouse(x: number, w: number): Svg {
  const right = x + w;
  const middle = x + w / 2;
  return [
    path(`M${num(x)} 166V132Q${num(middle)} 88 ${num(right)} 132V166Z`, '#D8F3EC'),
    circle(middle - 24, 150, 13, TONES.leaf.base) +
      circle(middle + 2, 142, 17, TONES.leaf.light) +
      circle(middle + 27, 150, 12, TONES.leaf.dark),
    rect(x, 156, w, 10, TONES.leaf.dark),
    path(`M${num(x)} 166V132Q${num(middle)} 88 ${num(right)} 132V166Z`, '#FFFFFF', opacity(0.28)),
    stroke(
      `M${num(x)} 166V132Q${num(middle)} 88 ${num(right)} 132V166M${num(x + w * 0.25)} 166V116M${num(middle)} 166V110M${num(x + w * 0.75)} 166V116M${num(x)} 138h${num(w)}`,
      '#FFFFFF',
      2,
    ),
  ].join('');
}

/** Ivy climbing a wall. */
export function ivy(x: number, y: number, w: number, h: number): Svg {
  let parts = path(
    `M${num(x)} ${num(y + h)}V${num(y + 14)}Q${num(x + 8)} ${num(y)} ${num(x + 16)} ${num(y + 12)}T${num(x + 30)} ${num(y + 34)}T${num(x + w)} ${num(y + 62)}V${num(y + h)}Z`,
    TONES.leaf.base,
  );
  for (let index = 0; index < 9; index += 1) {
    parts += circle(
      x + 5 + ((index * 13) % (w - 14)),
      y + h - 8 - ((index * 17) % 44) * (1 - ((index * 13) % w) / (w * 1.6)),
      3.4,
      index % 2 === 0 ? TONES.leaf.light : TONES.leaf.dark,
    );
  }
  return parts;
}
