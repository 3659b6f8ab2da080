import { block } from '../block.ts';
import { cloud, hedge, pine, poplar, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { bench, lamp, person } from '../props.ts';
import { scatter } from '../street.ts';
import { circle, ellipse, group, num, opacity, path, place, poly, rect, stroke, type Svg } from '../svg.ts';
import { windowPath } from '../windows.ts';
import type { Canvas } from '../canvas.ts';
import { ground, sky, type Scenes } from './scene.ts';

/** The old stone hall far away; its foot is at 166 on a grid 320 wide. */
export function stoneHall(c: Canvas): readonly Svg[] {
  return [
    block(c, {
      x: 40,
      w: 240,
      top: 108,
      wall: 'granite',
      roof: { form: 'hip', height: 16, material: 'slate' },
      front: { kind: 'grid', cols: 14, rows: 2, shape: 'point', wide: 0.46, tall: 0.7 },
    }),
    block(c, {
      x: 34,
      w: 36,
      top: 98,
      wall: 'granite',
      roof: { form: 'gable', height: 20, material: 'slate' },
      front: { kind: 'grid', cols: 2, rows: 2, shape: 'point', wide: 0.46, tall: 0.7 },
    }),
    block(c, {
      x: 250,
      w: 36,
      top: 98,
      wall: 'granite',
      roof: { form: 'gable', height: 20, material: 'slate' },
      front: { kind: 'grid', cols: 2, rows: 2, shape: 'point', wide: 0.46, tall: 0.7 },
    }),
    block(c, { x: 130, w: 60, top: 52, wall: 'granite', roof: 'battlement' }),
    path(windowPath('point', 146, 66, 28, 34), '#FFFFFF') +
      path(windowPath('point', 148, 68, 24, 32), c.palette.lit),
    path(windowPath('point', 148, 132, 24, 34), '#6B4436'),
  ];
}

/** Scenes under the open sky. */
export const outdoorScenes: Scenes = {
  'sunset-hall': {
    family: 'humanities',
    mood: 'gold',
    draw: (c) => [
      sky('#8A6FB8', '#FFC98A'),
      circle(356, 176, 66, '#FFE3A0', opacity(0.35)) + circle(356, 176, 44, '#FFEFC0'),
      cloud(c, 40, 96, 110, 0.4),
      cloud(c, 250, 66, 84, 0.35),
      stroke('M0 132h120M160 118h90M300 142h180M40 152h70', '#FFD9B0', 5, opacity(0.4)),
      path('M0 270v-50q80 -34 170 -10t160 -10t150 4v66z', '#B9799A', opacity(0.7)),
      place(stoneHall(c), 0, 38, 1.42),
      ground(272, '#8FA06A', '#7A8C5C'),
      path('M190 360L226 274h30L300 360z', '#F2D3A8'),
      tree(c, 30, 300, 128, 'maple'),
      tree(c, 452, 302, 138, 'ginkgo'),
      hedge(c, 70, 288, 120, 16),
      hedge(c, 292, 288, 110, 16),
      rect(0, 0, 480, 360, '#FF9A6A', 0, opacity(0.1)),
      person(208, 338, 62, { shirt: '#5A4A78', legs: '#3A3058', back: true }),
      person(228, 340, 60, { shirt: TONES.accent.base, legs: '#3A3058', back: true }),
    ],
  },
  'ginkgo-street': {
    family: 'humanities',
    mood: 'gold',
    draw: (c) => [
      sky('#BFE0F5', '#FFF3D6'),
      place(stoneHall(c), 142, 96, 0.6),
      ground(194, '#D9C36A', '#C4AC52'),
      poly([222, 194, 258, 194, 420, 360, 60, 360], '#EADBC3'),
      poly([240, 194, 258, 194, 420, 360, 240, 360], '#D9C5A5', opacity(0.5)),
      ...[
        [206, 200, 62],
        [274, 200, 62],
        [172, 214, 92],
        [308, 214, 92],
        [120, 240, 138],
        [360, 240, 138],
        [36, 290, 216],
        [446, 290, 216],
      ].map(([x = 0, y = 0, size = 0]) => tree(c, x, y, size, 'ginkgo')),
      scatter(c.random, { x: 30, y: 236, w: 420, h: 118 }, 60, ['#F5C244', '#FFD975', '#DCA02C'], 5),
      person(220, 306, 84, { shirt: TONES.accent.base, legs: '#4A5273', back: true }),
      person(252, 308, 88, { shirt: '#8C96AE', hair: '#2F2B3A', back: true }),
      bench(372, 318, 74),
      scatter(c.random, { x: 60, y: 40, w: 360, h: 180 }, 16, ['#F5C244', '#FFE39A'], 3.4),
    ],
  },
  'snow-campus': {
    family: 'medicine',
    draw: (c) => [
      sky('#B9CCEA', '#EEF3FB'),
      path('M0 250v-46q100 -44 200 -14t280 -14v74z', '#D3DFF0'),
      place(stoneHall(c), 44, 22, 1.22),
      ...[
        [88, 136, 302, 10],
        [82, 126, 54, 9],
        [345, 126, 54, 9],
        [200, 76, 78, 9],
      ].map(([x = 0, y = 0, w = 0, h = 0]) => rect(x, y, w, h, '#FFFFFF', 5)),
      path('M0 232q120 -16 240 -4t240 -6v138H0z', '#FFFFFF'),
      path('M0 300q140 -22 260 -4t220 -8v72H0z', '#E6EEF8'),
      pine(c, 40, 268, 138, 'snow'),
      pine(c, 438, 266, 150, 'snow'),
      pine(c, 396, 256, 90, 'snow'),
      tree(c, 88, 258, 80, 'snow'),
      snowman(316, 318),
      person(160, 326, 78, { shirt: TONES.accent.base, legs: '#4A5273' }),
      circle(190, 300, 6, '#FFFFFF'),
      scatter(c.random, { x: 0, y: 0, w: 480, h: 340 }, 80, ['#FFFFFF', '#F3F7FC'], 3.2),
    ],
  },
  'rain-umbrella': {
    family: 'engineering',
    draw: (c) => [
      sky('#7E93B5', '#C3CFDF'),
      group([...stoneHall(c)], `transform="translate(60 40)scale(1.1)" ${opacity(0.5)}`),
      path('M0 214h480v146H0z', '#8E9DB8'),
      path('M0 214h480v10H0z', '#7A8AA6'),
      poplar(c, 40, 238, 150),
      poplar(c, 442, 240, 160),
      poplar(c, 396, 226, 110),
      lamp(c, 92, 272, 150),
      ellipse(92, 282, 46, 8, '#FFE9AE', opacity(0.4)),
      ellipse(170, 320, 80, 10, '#B9C7DC') +
        ellipse(390, 300, 64, 8, '#B9C7DC') +
        ellipse(250, 346, 70, 8, '#A9B9D2'),
      ellipse(268, 336, 56, 7, '#2B2440', opacity(0.2)),
      stroke('M258 330v-70M280 330v-70', '#3D4563', 15) + stroke('M254 333h8M278 333h10', '#2F2B3A', 9),
      rect(236, 186, 66, 92, '#F2C14E', 24) + rect(272, 186, 30, 92, '#2B2440', 22, opacity(0.1)),
      rect(250, 206, 38, 48, '#5A6AA0', 10) + rect(256, 214, 26, 16, '#7C8BC0', 5),
      circle(268, 166, 24, '#3A2E38'),
      stroke('M300 216L306 92', '#5B607A', 4),
      path(
        'M196 132q6 -74 96 -82q96 2 112 78q-16 -14 -34 0q-18 -16 -38 0q-18 -16 -38 2q-20 -16 -44 2q-26 -16 -54 0z',
        TONES.accent.base,
      ),
      path(
        'M292 50q96 2 112 78q-16 -14 -34 0q-18 -16 -38 0q10 -50 -40 -78z',
        TONES.accent.dark,
        opacity(0.55),
      ),
      rain(c),
    ],
  },
  'plaza-picnic': {
    family: 'green',
    draw: (c) => [
      sky('#B7E0F7', '#F1FBEF'),
      circle(84, 62, 26, '#FFE39A'),
      cloud(c, 150, 84, 90),
      cloud(c, 350, 64, 76),
      place(stoneHall(c), 92, 42, 0.92),
      ground(194, '#A9D58C', '#8FC274'),
      path('M0 250q200 -30 480 0v110H0z', '#B9E09C'),
      tree(c, 44, 226, 130),
      tree(c, 428, 230, 150),
      tree(c, 102, 210, 74),
      hedge(c, 140, 202, 200, 11),
      poly([86, 300, 330, 286, 402, 338, 120, 352], '#FF8A9A'),
      ...[0.2, 0.4, 0.6, 0.8].map((t) =>
        stroke(
          `M${num(86 + 244 * t)} ${num(300 - 14 * t)}L${num(120 + 282 * t)} ${num(352 - 14 * t)}`,
          '#FFFFFF',
          5,
          opacity(0.55),
        ),
      ),
      ...[0.33, 0.66].map((t) =>
        stroke(
          `M${num(86 + 34 * t)} ${num(300 + 52 * t)}L${num(330 + 72 * t)} ${num(286 + 52 * t)}`,
          '#FFFFFF',
          5,
          opacity(0.55),
        ),
      ),
      picnicker(156, 318, '#6FA9D8', '#3A2E38'),
      picnicker(318, 308, '#F2C14E', '#5A4034'),
      rect(214, 286, 62, 34, '#C99A6A', 6) +
        rect(214, 286, 62, 9, '#B18057', 4) +
        stroke('M224 286q21 -34 42 0', '#8A5F3E', 5),
      circle(246, 330, 9, '#E4573D') + circle(264, 332, 8, '#F2A03F') + rect(196, 318, 14, 18, '#FFFFFF', 3),
      person(392, 268, 50, { shirt: TONES.accent.base }),
    ],
  },
};

function picnicker(x: number, base: number, shirt: string, hair: string): Svg {
  return [
    path(`M${x - 34} ${base + 4}q-4 -18 20 -20h36q24 2 20 20z`, '#4A5273'),
    rect(x - 19, base - 60, 40, 56, shirt, 14),
    rect(x + 4, base - 60, 17, 56, '#2B2440', 12, opacity(0.1)),
    circle(x, base - 78, 19, '#F6CDB2'),
    path(`M${x - 20.5} ${base - 76}a20.5 21 0 0 1 41 0q-8 -13 -19 -13t-22 13z`, hair),
    circle(x - 6, base - 74, 1.8, '#3A2E38') +
      circle(x + 7, base - 74, 1.8, '#3A2E38') +
      stroke(`M${x - 3} ${base - 68}q4 3 7 0`, '#B5705E', 1.6),
  ].join('');
}

function snowman(x: number, base: number): Svg {
  return [
    ellipse(x + 6, base, 40, 7, '#2B2440', opacity(0.12)),
    circle(x, base - 28, 32, '#FFFFFF') +
      path(`M${x + 6} ${base - 59}a32 32 0 0 1 0 63a44 44 0 0 0 0 -63z`, '#D4E0EC'),
    circle(x, base - 76, 22, '#FFFFFF') +
      path(`M${x + 4} ${base - 97}a22 22 0 0 1 0 42a30 30 0 0 0 0 -42z`, '#D4E0EC'),
    circle(x - 7, base - 79, 2.4, '#3A2E38') +
      circle(x + 6, base - 79, 2.4, '#3A2E38') +
      poly([x, base - 75, x + 17, base - 71, x, base - 69], '#F2A03F'),
    rect(x - 20, base - 60, 40, 9, TONES.accent.base, 4) +
      rect(x + 8, base - 58, 9, 26, TONES.accent.dark, 4),
    stroke(`M${x - 28} ${base - 38}l-24 -18M${x + 28} ${base - 38}l26 -20`, '#8A5F3E', 4),
  ].join('');
}

function rain(c: Canvas): Svg {
  let d = '';
  for (let index = 0; index < 60; index += 1)
    d += `M${c.random.whole(0, 480)} ${c.random.whole(0, 330)}l-5 16`;
  return stroke(d, '#E6EEF8', 2, opacity(0.6));
}
