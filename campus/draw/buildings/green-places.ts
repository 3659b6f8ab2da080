import { block, GROUND } from '../block.ts';
import { twins } from '../canvas.ts';
import { hedge, poplar, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { bench, flag, lamp, person } from '../props.ts';
import { circle, ellipse, num, opacity, path, rect, stroke, type Svg } from '../svg.ts';
import { curtainWall, door, steps } from '../windows.ts';
import { canopy, glassDoor } from './entrances.ts';
import type { Recipes } from './recipe.ts';

/** A floodlight mast of a sports ground. */
export function floodlight(x: number, base: number, height: number): Svg {
  const top = base - height;
  return (
    rect(x - 1.2, top, 2.4, height, '#7C8799') +
    rect(x - 11, top - 9, 22, 10, '#5B6675', 2) +
    [-7, -1.5, 4].map((dx) => circle(x + dx + 1, top - 4, 2.2, '#FFF6D0')).join('')
  );
}

/** Washing on a line. */
function laundry(x: number, y: number, width: number): Svg {
  const colors = ['#FF8FA0', '#FFFFFF', '#8CBDE8', '#FFD98A'] as const;
  const step = width / colors.length;
  return (
    stroke(`M${num(x)} ${num(y)}q${num(width / 2)} 4 ${num(width)} 0`, '#7C8799', 0.9) +
    colors.map((color, index) => rect(x + step * index + 2, y + 1.5, step - 4, 9, color, 1.2)).join('')
  );
}

/** Playing fields, gymnasium and dormitory. */
export const greenPlaces: Recipes = {
  'green-field': {
    light: [56, 36],
    draw: (c) => [
      block(c, {
        x: 96,
        w: 128,
        top: 84,
        base: 112,
        wall: 'concrete',
        roof: { form: 'shed', height: 16, material: 'teal' },
        front: { kind: 'ribbons', rows: 2, mullions: 10 },
        far: true,
      }),
      rect(0, 110, 320, 90, c.palette.lawn),
      hedge(c, 0, 113, 320, 8),
      twins(c, 240, [floodlight(40, 116, 62)]),
      ellipse(160, 156, 156, 42, '#D9745C'),
      ellipse(160, 156, 156, 42, 'none', 'stroke="#C25F49" stroke-width="3"'),
      ...[148, 140, 132].map((rx, index) =>
        ellipse(160, 156, rx, 37.5 - index * 4.5, 'none', 'stroke="#FFE3D6" stroke-width="1.1"'),
      ),
      ellipse(160, 156, 123, 28, '#7CC267'),
      ...[-84, -28, 28, 84].map((dx) =>
        path(
          `M${num(160 + dx - 14)} ${num(156 - 28 * Math.sqrt(1 - (dx / 128) ** 2))}h28v${num(56 * Math.sqrt(1 - (dx / 128) ** 2))}h-28z`,
          '#8FD078',
          opacity(0.8),
        ),
      ),
      stroke('M72 138H248L262 174H58ZM160 138V174', '#FFFFFF', 1.5),
      ellipse(160, 156, 20, 6.5, 'none', 'stroke="#FFFFFF" stroke-width="1.5"'),
      stroke('M66 156h-8v-12h8M254 156h8v-12h-8', '#FFFFFF', 1.5),
      person(120, 164, 20, { shirt: TONES.accent.base }),
      person(196, 160, 19, { shirt: '#5580BC' }),
      person(216, 169, 20, { shirt: TONES.accent.base }),
      circle(140, 165, 2.6, '#FFFFFF'),
    ],
  },
  'hwajung-gym': {
    light: [266, 40],
    ground: 'paving',
    draw: (c) => [
      block(c, {
        x: 40,
        w: 240,
        top: 120,
        wall: 'concrete',
        roof: 'none',
        front: { kind: 'curtain', cols: 18, rows: 2 },
        head: 10,
        foot: 8,
      }),
      path('M28 124Q70 48 160 48T292 124Z', TONES.teal.base),
      path('M160 48Q250 48 292 124H196Q196 70 160 48Z', TONES.teal.dark, opacity(0.75)),
      path('M28 124Q70 48 160 48T292 124H284Q250 56 160 56T36 124Z', '#E6F7F2'),
      stroke(
        'M96 66Q82 90 78 124M128 54Q122 84 120 124M192 54Q198 84 200 124M224 66Q238 90 242 124',
        '#FFFFFF',
        1.4,
        opacity(0.5),
      ),
      rect(26, 120, 268, 7, '#FFFFFF', 2),
      glassDoor(c, 160, 56, 30),
      canopy(160, 132, 78, TONES.accent.base),
      steps(160, GROUND, 66, TONES.concrete),
      circle(160, 92, 15, TONES.ochre.base),
      stroke('M145 92h30M160 77v30M150 81q8 11 0 22M170 81q-8 11 0 22', '#8A5F2B', 1.5),
      tree(c, 20, 178, 54),
      tree(c, 302, 178, 58),
      flag(70, 178, 50),
      flag(250, 178, 50, TONES.ochre.base),
    ],
  },
  'anam-dormitory': {
    mood: 'gold',
    light: [54, 40],
    draw: (c) => [
      twins(c, 158, [
        block(c, {
          x: 46,
          w: 70,
          top: 64,
          wall: 'brick',
          roof: { form: 'gable', height: 22, material: 'slate' },
          front: { kind: 'grid', cols: 4, rows: 5, wide: 0.54, tall: 0.5, lit: 0.5 },
        }),
      ]),
      block(c, {
        x: 106,
        w: 108,
        top: 84,
        wall: 'sand',
        roof: { form: 'garden', height: 11 },
        front: { kind: 'grid', cols: 6, rows: 3, wide: 0.54, tall: 0.52, lit: 0.4 },
        foot: 36,
      }),
      laundry(112, 96, 44),
      rect(114, 134, 92, 32, '#FFF3D9', 2),
      twins(c, 52, [curtainWall(c, { x: 118, y: 138, w: 32, h: 28, cols: 3, rows: 1 })]),
      door(c, 160, GROUND, 14, 26, 'arch'),
      poplar(c, 28, 176, 66),
      tree(c, 296, 177, 62),
      twins(c, 162, [hedge(c, 50, 171, 56)]),
      lamp(c, 104, 182, 32),
      bench(206, 182, 28),
    ],
  },
};
