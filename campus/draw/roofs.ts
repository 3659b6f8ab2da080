import { TONES, type Material, type Tone } from './palette.ts';
import { circle, dashes, num, opacity, path, poly, rect, type Svg } from './svg.ts';

/** The forms a roof can take; each is drawn above the top line of its block. */
export type RoofForm =
  | 'flat'
  | 'gable'
  | 'hip'
  | 'mansard'
  | 'battlement'
  | 'spire'
  | 'dome'
  | 'arc'
  | 'shed'
  | 'saw'
  | 'pediment'
  | 'garden'
  | 'none';

/** A roof on a block from `x`, `width` wide, standing on the line `top`. */
export interface Roof {
  form: RoofForm;
  height?: number;
  material?: Material;
}

/** How far a roof stands out over its walls. */
const OVERHANG = 3;

/** Draws a roof. */
export function drawRoof(x: number, width: number, top: number, roof: Roof, wall: Tone): Svg {
  const tone = roof.material === undefined ? wall : TONES[roof.material];
  const height = roof.height ?? 14;
  const left = x - OVERHANG;
  const right = x + width + OVERHANG;
  const middle = x + width / 2;
  switch (roof.form) {
    case 'none':
      return '';
    case 'flat':
      return flat(left, width + 2 * OVERHANG, top, Math.min(height, 5), tone);
    case 'gable':
      return [
        poly([left, top, middle, top - height, right, top], tone.base),
        poly([middle, top - height, right, top, middle, top], tone.dark),
        poly([left, top, middle, top - height, middle, top - height + 3, left + 6, top], tone.light),
      ].join('');
    case 'hip':
      return slope(left, right, top, height, height * 0.9, tone);
    case 'mansard':
      return (
        slope(left, right, top, height, 5, tone) + rect(x + 3, top - height - 2, width - 6, 3, tone.dark, 1)
      );
    case 'battlement':
      return battlement(x - 1.5, width + 3, top, tone);
    case 'spire':
      return [
        poly([left, top, middle, top - height, right, top], tone.base),
        poly([middle, top - height, right, top, middle + 1, top], tone.dark),
        circle(middle, top - height, 1.8, TONES.ochre.base),
      ].join('');
    case 'dome':
      return [
        path(halfEllipse(x, width, top, height), tone.base),
        path(
          `M${num(middle)} ${num(top - height)}A${num(width / 2)} ${num(height)} 0 0 1 ${num(x + width)} ${num(top)}H${num(middle + width * 0.2)}Q${num(middle + width * 0.2)} ${num(top - height * 0.8)} ${num(middle)} ${num(top - height)}Z`,
          tone.dark,
          opacity(0.7),
        ),
        rect(middle - 1, top - height - 8, 2, 9, tone.dark, 1),
        rect(left, top - 2, width + 2 * OVERHANG, 4, tone.light, 1),
      ].join('');
    case 'arc':
      return [
        path(halfEllipse(left, width + 2 * OVERHANG, top, height), tone.base),
        path(
          `M${num(middle)} ${num(top - height)}A${num(width / 2 + OVERHANG)} ${num(height)} 0 0 1 ${num(right)} ${num(top)}H${num(middle + width * 0.12)}Z`,
          tone.dark,
          opacity(0.55),
        ),
        path(
          `M${num(left)} ${num(top)}A${num(width / 2 + OVERHANG)} ${num(height)} 0 0 1 ${num(right)} ${num(top)}H${num(right - 6)}A${num(width / 2 - 3)} ${num(height - 5)} 0 0 0 ${num(left + 6)} ${num(top)}Z`,
          tone.light,
        ),
      ].join('');
    case 'shed':
      return [
        poly([left, top, left, top - height * 0.3, right, top - height, right, top], tone.base),
        poly(
          [
            left,
            top - height * 0.3,
            right,
            top - height,
            right,
            top - height + 4,
            left,
            top - height * 0.3 + 4,
          ],
          tone.dark,
        ),
      ].join('');
    case 'saw':
      return saw(x, width, top, height, tone);
    case 'pediment':
      return [
        poly([left - 2, top, middle, top - height, right + 2, top], tone.base),
        poly([middle, top - height, right + 2, top, middle, top], tone.dark, opacity(0.5)),
        poly([left + 12, top - 3, middle, top - height + 6, right - 12, top - 3], tone.dark, opacity(0.45)),
        rect(left - 3, top - 2, width + 2 * OVERHANG + 6, 5, tone.light, 1),
      ].join('');
    case 'garden':
      return garden(left, width, top, height, tone);
  }
}

function flat(x: number, width: number, top: number, height: number, tone: Tone): Svg {
  const y = num(top - height / 2);
  const shaded = (width - 2 * OVERHANG) * 0.34 + OVERHANG;
  return (
    dashes(`M${num(x)} ${y}h${num(width)}`, tone.light, height) +
    dashes(`M${num(x + width - shaded)} ${y}h${num(shaded)}`, tone.base, height)
  );
}

function slope(left: number, right: number, top: number, height: number, inset: number, tone: Tone): Svg {
  const fold = right - (right - left) * 0.3;
  return [
    poly([left, top, left + inset, top - height, right - inset, top - height, right, top], tone.base),
    poly(
      [fold, top, Math.min(fold, right - inset), top - height, right - inset, top - height, right, top],
      tone.dark,
    ),
    poly(
      [
        left,
        top,
        left + inset,
        top - height,
        right - inset,
        top - height,
        right - inset,
        top - height + 2.5,
        left + inset,
        top - height + 2.5,
        left + 4,
        top,
      ],
      tone.light,
      opacity(0.8),
    ),
  ].join('');
}

function battlement(x: number, width: number, top: number, tone: Tone): Svg {
  const count = Math.max(3, Math.round(width / 8));
  const step = width / (count * 2 - 1);
  // The teeth stand on a solid band so that no sliver of sky shows through at small sizes.
  return [
    dashes(`M${num(x)} ${num(top - 6)}h${num(width)}`, tone.base, 6, [step, step]),
    dashes(`M${num(x)} ${num(top - 2)}h${num(width)}`, tone.base, 6),
    dashes(`M${num(x)} ${num(top)}h${num(width)}`, tone.dark, 2.4),
  ].join('');
}

function saw(x: number, width: number, top: number, height: number, tone: Tone): Svg {
  const count = Math.max(3, Math.round(width / 30));
  const step = width / count;
  let parts = '';
  for (let index = 0; index < count; index += 1) {
    const left = x + index * step;
    parts +=
      poly([left, top, left, top - height, left + step, top], tone.base) +
      poly(
        [left, top, left, top - height, left + step * 0.16, top - height * 0.84, left + step * 0.16, top],
        tone.light,
      );
  }
  return parts + rect(x - OVERHANG, top - 2, width + 2 * OVERHANG, 3.5, tone.dark, 1);
}

function garden(left: number, width: number, top: number, height: number, tone: Tone): Svg {
  const bushes = Math.max(4, Math.round(width / 13));
  const step = width / bushes;
  let light = '';
  let base = '';
  for (let index = 0; index < bushes; index += 1) {
    const r = step * (0.52 + 0.16 * ((index * 7) % 3));
    const rise = height * (0.5 + 0.25 * ((index * 5) % 3));
    const bush = `M${num(left + OVERHANG + step * (index + 0.5) - r)} ${num(top - 4)}a${num(r)} ${num(rise)} 0 0 1 ${num(2 * r)} 0z`;
    if (index % 2 === 0) base += bush;
    else light += bush;
  }
  return (
    path(light, TONES.leaf.light) +
    path(base, TONES.leaf.base) +
    flat(left, width + 2 * OVERHANG, top, 5, tone)
  );
}

function halfEllipse(x: number, width: number, top: number, height: number): string {
  return `M${num(x)} ${num(top)}A${num(width / 2)} ${num(height)} 0 0 1 ${num(x + width)} ${num(top)}Z`;
}
