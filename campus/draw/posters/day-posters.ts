import { block } from '../block.ts';
import { floodlight } from '../buildings/green-places.ts';
import type { Canvas } from '../canvas.ts';
import { cloud, hedge, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { lamp, person } from '../props.ts';
import { stoneHall } from '../scenes/outdoor-scenes.ts';
import { ground, sky } from '../scenes/scene.ts';
import { bulbs, crowd } from '../stage.ts';
import { foodTruck, scatter, stall } from '../street.ts';
import { circle, ellipse, num, opacity, path, place, poly, rect, stroke, type Svg } from '../svg.ts';
import { POSTER, type Posters } from './poster.ts';

const { width: W, height: H } = POSTER;

/** A booth of a fair with somebody behind its counter. */
function booth(x: number, base: number, color: string, dark: string, sign: Svg): Svg {
  return [
    rect(x, base - 96, 88, 96, '#FFFFFF', 4),
    rect(x, base - 96, 88, 26, color, 4) + rect(x, base - 80, 88, 10, color),
    sign,
    rect(x + 8, base - 64, 30, 24, '#E3E8F0', 2) +
      stroke(`M${x + 13} ${base - 56}h20M${x + 13} ${base - 49}h13`, '#AEB9CC', 2.6),
    person(x + 58, base - 4, 60, { shirt: dark, legs: '#3D4563' }),
    rect(x + 4, base - 30, 80, 30, color, 3) + rect(x + 52, base - 30, 32, 30, '#2B2440', 3, opacity(0.1)),
    rect(x, base - 34, 88, 6, '#FFFFFF', 2),
    rect(x + 12, base - 39, 14, 5, '#F2C14E', 1) + rect(x + 30, base - 39, 14, 5, '#8CBDE8', 1),
  ].join('');
}

/** Bunting between two points. */
function bunting(x1: number, x2: number, y: number, count: number): Svg {
  const colors = [TONES.accent.base, '#F2C14E', '#6FA9D8', '#7DB89A'];
  let flags = '';
  for (let index = 0; index < count; index += 1) {
    const t = (index + 0.5) / count;
    const x = x1 + (x2 - x1) * t;
    const top = y + 40 * t * (1 - t);
    flags += poly([x - 7, top, x + 7, top, x, top + 14], colors[index % colors.length] ?? TONES.accent.base);
  }
  return (
    stroke(
      `M${num(x1)} ${num(y)}Q${num((x1 + x2) / 2)} ${num(y + 20)} ${num(x2)} ${num(y)}`,
      '#8A8CA3',
      1.4,
    ) + flags
  );
}

function balloon(x: number, y: number, color: string): Svg {
  return [
    stroke(`M${x} ${y + 15}q-6 14 2 30`, '#8A8CA3', 1),
    ellipse(x, y, 12, 15, color),
    path(`M${x} ${y - 15}a12 15 0 0 1 0 30a18 20 0 0 0 0 -30z`, '#2B2440', opacity(0.12)),
    ellipse(x - 4, y - 5, 2.6, 4.4, '#FFFFFF', opacity(0.55)),
  ].join('');
}

const GOODS: readonly ((x: number, base: number) => Svg)[] = [
  (x, base) =>
    rect(x + 12, base - 52, 14, 16, '#6FA9D8', 2) +
    rect(x + 30, base - 48, 18, 12, '#F2C14E', 2) +
    circle(x + 62, base - 44, 8, '#A78FD0'),
  (x, base) =>
    [14, 28, 42, 56]
      .map((dx, index) =>
        rect(
          x + dx,
          base - 54 + (index % 2) * 4,
          9,
          18,
          ['#E86A78', '#7DB89A', '#6FA9D8', '#F0B45C'][index] ?? '#E86A78',
          1.5,
        ),
      )
      .join(''),
  (x, base) =>
    circle(x + 20, base - 46, 9, '#F2A65A') +
    circle(x + 42, base - 44, 7, '#FFB5C4') +
    rect(x + 54, base - 54, 14, 18, '#BFE3CF', 3),
];

/** Posters of days. */
export const dayPosters: Posters = {
  'job-fair': {
    family: 'engineering',
    draw: (c) => [
      sky('#CFE3FA', '#F3F8FF', W, H),
      block(c, {
        x: -10,
        w: 440,
        top: 6,
        base: 146,
        wall: 'white',
        roof: 'none',
        front: { kind: 'curtain', cols: 22, rows: 5 },
        head: 4,
        foot: 6,
        side: 4,
      }),
      rect(0, 0, W, 146, '#F3F8FF', 0, opacity(0.55)),
      bunting(0, 210, 12, 10),
      bunting(210, 420, 12, 10),
      booth(46, 146, '#5A8FD0', '#3F6FAE', circle(90, 62, 8, '#FFFFFF') + rect(102, 59, 22, 6, '#FFFFFF', 3)),
      booth(
        166,
        146,
        TONES.accent.base,
        '#4A5273',
        poly([200, 69, 208, 54, 216, 69], '#FFFFFF') + rect(220, 59, 18, 6, '#FFFFFF', 3),
      ),
      booth(
        286,
        146,
        '#4FAFA6',
        '#34877F',
        rect(318, 56, 13, 13, '#FFFFFF', 3) + rect(336, 59, 22, 6, '#FFFFFF', 3),
      ),
      ground(144, '#D5DFEC', '#C1CEDF', W, H),
      person(30, 166, 64, { shirt: '#4A5273', back: true }),
      person(148, 168, 62, { shirt: '#F2C14E', hair: '#5A4034', back: true }),
      person(270, 166, 64, { shirt: '#FFFFFF', back: true }),
      person(394, 168, 62, { shirt: '#A78FD0', hair: '#5A4034', back: true }),
      rect(0, 176, W, 34, '#C9D5E4'),
    ],
  },
  'cherry-walk': {
    family: 'humanities',
    draw: (c) => [
      sky('#BFE3F7', '#FFF0F2', W, H),
      cloud(c, 60, 44, 60),
      cloud(c, 300, 38, 66),
      place(stoneHall(c), 112, 18, 0.66),
      ground(128, '#BBD9A0', '#A0C685', W, H),
      poly([198, 128, 222, 128, 330, 210, 90, 210], '#F6E6DA'),
      ...[
        [168, 132, 60],
        [252, 132, 60],
        [128, 140, 88],
        [292, 140, 88],
        [70, 156, 132],
        [350, 156, 132],
        [4, 180, 176],
        [416, 180, 176],
      ].map(([x = 0, y = 0, size = 0]) => tree(c, x, y, size, 'cherry')),
      person(196, 164, 44, { shirt: TONES.accent.base, back: true }),
      person(216, 165, 46, { shirt: '#6FA9D8', hair: '#2F2B3A', back: true }),
      scatter(c.random, { x: 20, y: 30, w: 380, h: 160 }, 46, ['#FFB5C4', '#FFD3DC', '#F193A8'], 2.4),
    ],
  },
  'sports-match': {
    family: 'green',
    draw: (c) => [
      sky('#A8DFF0', '#F1FBEF', W, H),
      cloud(c, 150, 40, 60),
      cloud(c, 300, 34, 50),
      floodlight(40, 96, 70),
      floodlight(380, 96, 70),
      path('M0 112V70q210 -34 420 0v42z', '#C9D5E4'),
      crowd(c, W, 78, 2, 15, ['#D8576B', '#FF6F84']),
      rect(0, 104, W, 10, '#FFFFFF') + rect(0, 104, W, 3, '#C9D5E4'),
      ...[36, 116, 196, 276, 356].map((x, index) =>
        rect(x, 105, 44, 8, index % 2 === 0 ? TONES.accent.base : '#F2C14E', 2),
      ),
      rect(0, 113, W, 97, '#7CC267'),
      ...[0, 2, 4].map((index) =>
        poly(
          [index * 84 - 10, 113, index * 84 + 74, 113, index * 110 + 30 - 40, 210, index * 110 - 80, 210],
          '#8FD078',
          opacity(0.8),
        ),
      ),
      stroke('M0 122H420', '#FFFFFF', 2.4),
      ellipse(210, 160, 74, 18, 'none', 'stroke="#FFFFFF" stroke-width="2.4"'),
      kicker(148, 168, TONES.accent.base, 1),
      kicker(272, 164, '#4A7CC0', -1),
      circle(204, 164, 8, '#FFFFFF') + path('M204 159l4.5 3.300l-1.7 5.200h-5.600l-1.7 -5.200z', '#3A3F5E'),
      ellipse(206, 173, 8, 1.8, '#2B2440', opacity(0.2)),
    ],
  },
  'flea-market': {
    family: 'green',
    mood: 'gold',
    draw: (c) => [
      sky('#CFEBDD', '#FFF8DF', W, H),
      circle(370, 40, 20, '#FFD98A'),
      cloud(c, 40, 46, 60),
      tree(c, 24, 146, 110),
      tree(c, 398, 146, 100, 'maple'),
      path('M0 146v-26q100 -26 210 -10t210 -6v42z', '#B5DDB4'),
      ground(140, '#E9DFC6', '#D8CBA9', W, H),
      bunting(36, 210, 26, 9),
      bunting(210, 388, 26, 9),
      ...[
        [62, TONES.accent.base],
        [168, '#F2B441'],
        [274, '#5AA893'],
      ].map(
        ([x, color], index) =>
          person(Number(x) + 46, 146, 58, { shirt: ['#6FA9D8', '#7DB89A', '#F2C14E'][index] ?? '#6FA9D8' }) +
          stall(Number(x), 152, 1.02, String(color), [GOODS[index]?.(Number(x), 152) ?? '']),
      ),
      person(156, 172, 60, { shirt: '#FFFFFF', back: true }),
      person(262, 174, 58, { shirt: TONES.accent.base, hair: '#5A4034', back: true }),
      person(372, 172, 60, { shirt: '#A78FD0' }),
      rect(0, 180, W, 30, '#DDD0AE'),
    ],
  },
  'freshmen-welcome': {
    family: 'humanities',
    draw: (c) => [
      sky('#FFD3C2', '#FFF4E8', W, H),
      cloud(c, 34, 60, 62),
      cloud(c, 320, 52, 60),
      place(stoneHall(c), 66, 4, 0.88),
      ground(150, '#BFD59C', '#A3C080', W, H),
      tree(c, 36, 160, 96, 'cherry'),
      tree(c, 388, 160, 100, 'cherry'),
      bunting(30, 388, 14, 18),
      balloon(108, 78, TONES.accent.base),
      balloon(130, 64, '#F2C14E'),
      balloon(300, 66, '#6FA9D8'),
      balloon(322, 80, '#7DB89A'),
      ...[122, 160, 198, 236, 274, 312].map((x, index) =>
        cheering(
          x,
          172 + (index % 2) * 3,
          [TONES.accent.base, '#6FA9D8', '#F2C14E', '#7DB89A', '#A78FD0', '#FFFFFF'][index] ??
            TONES.accent.base,
          index % 2 === 0 ? '#3A2E38' : '#5A4034',
        ),
      ),
      scatter(
        c.random,
        { x: 70, y: 26, w: 280, h: 90 },
        40,
        [TONES.accent.base, '#F2C14E', '#6FA9D8', '#7DB89A'],
        2,
      ),
      rect(0, 182, W, 28, '#AFC98C'),
    ],
  },
  'coffee-truck': {
    family: 'humanities',
    mood: 'gold',
    draw: (c) => coffeeTruck(c),
  },
};

function coffeeTruck(c: Canvas): readonly Svg[] {
  return [
    sky('#FFD2BC', '#FFF3DE', W, H),
    circle(58, 46, 20, '#FFD27A'),
    cloud(c, 96, 48, 60),
    cloud(c, 318, 46, 56),
    path('M0 150v-34q70 -34 150 -12t140 -8t130 6v48z', '#F1C4A6'),
    ground(142, '#E8CDAE', '#D6B592', W, H),
    tree(c, 42, 152, 104, 'ginkgo'),
    tree(c, 390, 152, 96, 'maple'),
    bulbs(70, 330, 22, 26, 12),
    hedge(c, 306, 148, 70, 9),
    lamp(c, 338, 156, 88),
    foodTruck(84, 162, 1, '#FFFDF6', 'cup'),
    person(306, 170, 60, { shirt: TONES.accent.base }),
    person(328, 172, 58, { shirt: '#6FA9D8', hair: '#5A4034' }),
    person(352, 170, 60, { shirt: '#F2C14E' }),
    rect(0, 178, W, 32, '#D9B893'),
  ];
}

/** A football player; `side` tells which way the leg swings. */
function kicker(x: number, base: number, shirt: string, side: 1 | -1): Svg {
  return [
    ellipse(x, base, 16, 3, '#2B2440', opacity(0.2)),
    stroke(
      `M${x - side * 3} ${base - 24}l${side * -5} 13l${side * -2} 10M${x + side * 3} ${base - 24}l${side * 13} 8l${side * 12} 6`,
      '#F0BFA0',
      6,
    ),
    rect(x - 10, base - 36, 20, 15, '#FFFFFF', 4),
    rect(x - 10, base - 58, 20, 26, shirt, 7),
    stroke(
      `M${x + side * 8} ${base - 53}l${side * 11} 7l${side * 7} -7M${x - side * 8} ${base - 53}l${side * -10} 8l${side * -5} 9`,
      '#F0BFA0',
      5,
    ),
    circle(x, base - 67, 8.5, '#F0BFA0'),
    path(`M${x - 9} ${base - 66}a9 9.5 0 0 1 18 0q-8 -6 -18 0z`, '#2F2B3A'),
  ].join('');
}

/** A student who throws up both arms. */
function cheering(x: number, base: number, shirt: string, hair: string): Svg {
  return (
    stroke(`M${x - 8} ${base - 42}l-10 -22M${x + 8} ${base - 42}l10 -22`, '#F6CDB2', 5) +
    person(x, base, 60, { shirt, hair })
  );
}
