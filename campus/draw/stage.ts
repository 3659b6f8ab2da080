import type { Canvas } from './canvas.ts';
import { TONES } from './palette.ts';
import { circle, group, num, opacity, path, poly, rect, stroke, type Svg } from './svg.ts';

/** A lit open-air stage; `x`, `y` its upper left corner. */
export function stage(x: number, y: number, w: number, h: number): Svg {
  const beam = (from: number, to: number, color: string): Svg =>
    poly(
      [
        x + w * from - 3,
        y + 6,
        x + w * from + 3,
        y + 6,
        x + w * to + w * 0.09,
        y + h * 1.1,
        x + w * to - w * 0.09,
        y + h * 1.1,
      ],
      color,
      opacity(0.3),
    );
  const floor = y + h * 0.82;
  const lights = [0.08, 0.22, 0.36, 0.5, 0.64, 0.78, 0.92];
  return [
    rect(x + w * 0.05, y, w * 0.9, h * 0.84, '#3A2E6E', 4),
    rect(x + w * 0.12, y + h * 0.14, w * 0.76, h * 0.6, '#5A3F9E', 6),
    circle(x + w / 2, y + h * 0.46, h * 0.25, '#FF7C90', opacity(0.85)),
    circle(x + w / 2, y + h * 0.46, h * 0.17, '#FFC3AC', opacity(0.9)),
    beam(0.22, 0.1, '#8FE3F2') +
      beam(0.5, 0.5, '#FFF1A8') +
      beam(0.78, 0.9, '#8FE3F2') +
      beam(0.36, 0.62, '#FF9DB0') +
      beam(0.64, 0.38, '#C9A8FF'),
    singer(x + w / 2, floor, h * 0.36, TONES.accent.base),
    guitarist(x + w * 0.28, floor, h * 0.33, '#FFD98A'),
    guitarist(x + w * 0.72, floor, h * 0.33, '#8FE3F2'),
    rect(x, floor, w, h * 0.18, '#241C4E', 3),
    rect(x, floor, w, 3, '#8C6BE0'),
    rect(x - 4, y - 4, 9, h * 0.88, '#241C4E', 2) + rect(x + w - 5, y - 4, 9, h * 0.88, '#241C4E', 2),
    rect(x - 8, y - 8, w + 16, 10, '#241C4E', 3),
    ...lights.map((at, index) =>
      circle(x + w * at, y + 3, 4, ['#FFF1A8', '#8FE3F2', '#FF9DB0'][index % 3] ?? '#FFF1A8'),
    ),
    speaker(x + w * 0.02, floor, h * 0.34) + speaker(x + w * 0.91, floor, h * 0.34),
  ].join('');
}

function speaker(x: number, base: number, h: number): Svg {
  const w = h * 0.55;
  return (
    rect(x, base - h, w, h, '#191338', 3) +
    circle(x + w / 2, base - h * 0.3, w * 0.3, '#4B3F86') +
    circle(x + w / 2, base - h * 0.74, w * 0.2, '#4B3F86')
  );
}

function singer(x: number, base: number, h: number, color: string): Svg {
  return [
    stroke(
      `M${num(x - h * 0.08)} ${num(base)}v${num(-h * 0.4)}M${num(x + h * 0.08)} ${num(base)}v${num(-h * 0.4)}`,
      '#2B2440',
      h * 0.1,
    ),
    rect(x - h * 0.17, base - h * 0.76, h * 0.34, h * 0.42, color, h * 0.1),
    stroke(
      `M${num(x + h * 0.13)} ${num(base - h * 0.66)}l${num(h * 0.2)} ${num(-h * 0.26)}M${num(x - h * 0.13)} ${num(base - h * 0.66)}l${num(-h * 0.12)} ${num(-h * 0.14)}l${num(h * 0.14)} ${num(-h * 0.06)}`,
      '#F6CDB2',
      h * 0.08,
    ),
    circle(x, base - h * 0.88, h * 0.14, '#F6CDB2'),
    path(
      `M${num(x - h * 0.15)} ${num(base - h * 0.86)}a${num(h * 0.15)} ${num(h * 0.16)} 0 0 1 ${num(h * 0.3)} 0q${num(-h * 0.14)} ${num(-h * 0.12)} ${num(-h * 0.3)} 0z`,
      '#3A2430',
    ),
  ].join('');
}

function guitarist(x: number, base: number, h: number, color: string): Svg {
  return (
    singer(x, base, h, color) +
    stroke(
      `M${num(x - h * 0.1)} ${num(base - h * 0.44)}l${num(h * 0.42)} ${num(-h * 0.22)}`,
      '#8A5F3E',
      h * 0.06,
    ) +
    circle(x - h * 0.08, base - h * 0.44, h * 0.13, '#C4503F')
  );
}

/** The backs of a crowd, some arms up with light sticks; further rows are paler. */
export function crowd(
  c: Canvas,
  width: number,
  y: number,
  rows: number,
  size: number,
  colors: readonly [string, ...string[]],
): Svg {
  const sticks = ['#FF7C90', '#FFE08A', '#8FE3F2', '#C9A8FF'] as const;
  const parts: Svg[] = [];
  for (let row = 0; row < rows; row += 1) {
    const s = size * (0.72 + row * 0.2);
    const top = y + row * size * 0.62;
    const step = s * 1.18;
    const color = colors[Math.min(row, colors.length - 1)] ?? colors[0];
    const people: string[] = [];
    for (
      let x = -step * c.random.between(0, 0.8);
      x < width + step;
      x += step * c.random.between(0.88, 1.12)
    ) {
      const head = top + c.random.between(-3, 3);
      people.push(
        `M${num(x - s * 0.3)} ${num(head)}a${num(s * 0.3)} ${num(s * 0.3)} 0 1 1 ${num(s * 0.6)} 0a${num(s * 0.3)} ${num(s * 0.3)} 0 1 1 ${num(-s * 0.6)} 0z`,
      );
      people.push(
        `M${num(x - s * 0.56)} ${num(head + s * 1.6)}v${num(-s * 0.9)}q0 ${num(-s * 0.42)} ${num(s * 0.42)} ${num(-s * 0.42)}h${num(s * 0.28)}q${num(s * 0.42)} 0 ${num(s * 0.42)} ${num(s * 0.42)}v${num(s * 0.9)}z`,
      );
      if (c.random.chance(0.45)) {
        const side = c.random.chance(0.5) ? 1 : -1;
        const handX = x + side * s * 0.62;
        const handY = head - s * 0.62;
        parts.push(
          stroke(
            `M${num(x + side * s * 0.44)} ${num(head + s * 0.6)}L${num(handX)} ${num(handY)}`,
            color,
            s * 0.2,
          ),
        );
        if (c.random.chance(0.7)) {
          const stick = c.random.pick(sticks);
          parts.push(
            stroke(`M${num(handX)} ${num(handY)}l${num(side * s * 0.1)} ${num(-s * 0.42)}`, stick, s * 0.15) +
              circle(handX + side * s * 0.08, handY - s * 0.26, s * 0.34, stick, opacity(0.2)),
          );
        }
      }
    }
    // Heads and shoulders overlap within one path, so a row has one even colour.
    parts.push(path(people.join(''), color));
  }
  return group(parts, '');
}

/** One burst of fireworks. */
export function firework(x: number, y: number, r: number, color: string, rays = 14): Svg {
  let lines = '';
  let dots = '';
  for (let index = 0; index < rays; index += 1) {
    const angle = (index / rays) * Math.PI * 2;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    lines += `M${num(x + cos * r * 0.3)} ${num(y + sin * r * 0.3)}L${num(x + cos * r * 0.8)} ${num(y + sin * r * 0.8)}`;
    dots += circle(x + cos * r, y + sin * r, r * 0.05 + 0.8, color);
  }
  return (
    circle(x, y, r * 1.1, color, opacity(0.1)) +
    stroke(lines, color, Math.max(1.4, r * 0.05), opacity(0.9)) +
    dots +
    circle(x, y, r * 0.1, '#FFFFFF')
  );
}

/** A string of bulbs between two points. */
export function bulbs(x1: number, x2: number, y: number, sag: number, count: number): Svg {
  let lights = '';
  for (let index = 1; index < count; index += 1) {
    const t = index / count;
    const x = x1 + (x2 - x1) * t;
    const drop = y + sag * 4 * t * (1 - t) * 0.5;
    lights += circle(x, drop + 3, 6.5, '#FFE08A', opacity(0.25)) + circle(x, drop + 3, 2.8, '#FFE9A8');
  }
  return (
    stroke(
      `M${num(x1)} ${num(y)}Q${num((x1 + x2) / 2)} ${num(y + sag)} ${num(x2)} ${num(y)}`,
      '#4A4468',
      1.2,
    ) + lights
  );
}
