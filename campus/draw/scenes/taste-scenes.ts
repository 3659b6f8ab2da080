import { mug, pottedPlant, room, table, windowView } from '../interior.ts';
import { tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { lamp, person } from '../props.ts';
import { bulbs } from '../stage.ts';
import { foodTruck } from '../street.ts';
import { circle, ellipse, num, opacity, path, poly, rect, stroke, type Svg } from '../svg.ts';
import { ground, sky, type Scenes } from './scene.ts';

/** A vending machine that glows. */
function vendingMachine(x: number, base: number, color: string, dark: string): Svg {
  const cans = ['#E86A78', '#6FA9D8', '#F0B45C', '#7DB89A', '#A78FD0', '#FFFFFF'] as const;
  const rows = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2, 3, 4].map((col) =>
      rect(
        x + 16 + col * 19,
        base - 214 + row * 34,
        12,
        22,
        cans[(row * 2 + col) % cans.length] ?? '#FFFFFF',
        4,
      ),
    ),
  );
  const shelves = [0, 1, 2, 3].map((row) => rect(x + 12, base - 191 + row * 34, 98, 4, '#B9D3EC', 1));
  return [
    ellipse(x + 78, base + 2, 96, 8, '#2B2440', opacity(0.25)),
    rect(x, base - 236, 152, 236, color, 10),
    rect(x + 118, base - 236, 34, 236, dark, 10),
    rect(x + 8, base - 224, 106, 146, '#EAF6FF', 6),
    ...shelves,
    ...rows,
    poly(
      [x + 8, base - 150, x + 8, base - 200, x + 50, base - 224, x + 88, base - 224],
      '#FFFFFF',
      opacity(0.3),
    ),
    rect(x + 124, base - 200, 20, 26, '#23284A', 3) + rect(x + 127, base - 196, 14, 9, '#8FE3F2', 2),
    ...[0, 1, 2].map((index) => circle(x + 134, base - 160 + index * 14, 4, '#FFFFFF', opacity(0.85))),
    rect(x + 16, base - 62, 92, 34, '#23284A', 6) +
      rect(x + 16, base - 62, 92, 10, '#FFFFFF', 4, opacity(0.2)),
    rect(x, base - 12, 152, 12, '#23284A', 4, opacity(0.35)),
  ].join('');
}

/** Scenes of eating and drinking. */
export const tasteScenes: Scenes = {
  'cafeteria-tray': {
    draw: () => [
      rect(0, 0, 480, 360, '#E8CFAE'),
      ...[0, 1, 2, 3, 4, 5].map((row) =>
        stroke(`M0 ${30 + row * 62}q120 ${row % 2 === 0 ? 6 : -6} 240 0t240 0`, '#D9BB93', 2.4),
      ),
      rect(58, 52, 372, 268, '#2B2440', 30, opacity(0.16)),
      rect(50, 42, 372, 268, '#F5F6FA', 30),
      rect(60, 52, 352, 248, '#E3E8F0', 24),
      // Side dishes.
      ...[
        [80, '#E4573D', '#F58A5C'],
        [188, '#8CBF6A', '#6FA456'],
        [296, '#F2C14E', '#FFDF94'],
      ].map(([x, base, light]) => dish(Number(x), 70, String(base), String(light))),
      // Rice, soup and a main dish.
      circle(134, 222, 58, '#FFFFFF') +
        circle(134, 222, 48, '#F1EFEA') +
        path('M94 222a40 36 0 0 1 80 0q-10 26 -40 26t-40 -26z', '#FFFFFF'),
      ...[0, 1, 2, 3, 4, 5, 6].map((index) =>
        ellipse(112 + index * 7.5, 214 + ((index * 11) % 22), 4, 2.2, '#E5E0D6'),
      ),
      circle(256, 222, 58, '#FFFFFF') +
        circle(256, 222, 49, '#D98B54') +
        circle(256, 222, 49, '#E9A268', opacity(0.5)),
      rect(236, 204, 18, 18, '#FFF3DE', 4) +
        rect(260, 222, 17, 17, '#FFF3DE', 4) +
        rect(232, 232, 15, 15, '#FFF3DE', 4),
      circle(270, 202, 5, '#6FA456') + circle(250, 238, 4.4, '#6FA456') + circle(282, 220, 4, '#6FA456'),
      rect(330, 176, 12, 116, '#C9CFDD', 6) +
        ellipse(336, 180, 14, 20, '#C9CFDD') +
        ellipse(334, 178, 9, 14, '#E3E8F0'),
      rect(364, 164, 6, 128, '#B18057', 3) + rect(378, 164, 6, 128, '#A06F48', 3),
      circle(446, 84, 30, '#2B2440', opacity(0.12)) +
        circle(440, 78, 30, '#DFF1FA') +
        circle(440, 78, 24, '#BFE0F2') +
        path('M426 68q10 -10 22 -4', '#FFFFFF', opacity(0.6)),
    ],
  },
  'iced-americano': {
    draw: (c) => [
      room(['#F8EDE2', '#EBD9C6'], ['#E3C7A4', '#D2B189'], 296),
      windowView({ x: 40, y: 26, w: 400, h: 190 }, { sky: '#D3ECF8', hill: '#B9DDB0', frame: '#FFFFFF' }, [
        tree(c, 110, 216, 120),
        tree(c, 392, 216, 100),
        tree(c, 300, 216, 70),
      ]),
      table(-10, 280, 500, { light: '#D9AE84', base: '#C1906A', dark: '#9A6E49' }),
      rect(0, 298, 480, 62, '#A87950'),
      ellipse(240, 284, 84, 9, '#2B2440', opacity(0.18)),
      ellipse(240, 281, 66, 8, '#8A5F3E'),
      stroke('M262 96L244 210', TONES.accent.base, 9),
      path('M186 118h108l-14 156q-1 8 -9 8h-62q-8 0 -9 -8z', '#FFFFFF', opacity(0.5)),
      path('M190 146h100l-11 126q-1 6 -8 6h-62q-7 0 -8 -6z', '#6B3F2A'),
      path('M246 146h44l-11 126q-1 6 -8 6h-20z', '#4E2C1E', opacity(0.5)),
      ...[
        [200, 134, 12],
        [232, 128, -10],
        [260, 140, 20],
        [214, 164, -18],
        [248, 172, 8],
        [222, 200, 14],
      ].map(([x = 0, y = 0, angle = 0]) =>
        rect(x, y, 28, 28, '#FFFFFF', 6, `${opacity(0.42)} transform="rotate(${angle} ${x + 14} ${y + 14})"`),
      ),
      path('M200 126h10l-8 136q-4 0 -5 -4z', '#FFFFFF', opacity(0.45)),
      rect(180, 108, 120, 13, '#FFFFFF', 6),
      rect(98, 268, 66, 13, '#F5F6FA', 6) +
        path('M106 268a26 20 0 0 1 50 0z', '#E8B870') +
        path('M128 250q14 0 20 18h-24z', '#CF9A4C', opacity(0.6)),
      rect(338, 268, 88, 12, '#3B4266', 4) + rect(342, 264, 80, 6, '#8FA9D6', 3),
      mug(60, 280, 34, '#F5F6FA'),
      pottedPlant(446, 280, 70),
    ],
  },
  'vending-machine': {
    mood: 'night',
    draw: () => [
      room(['#4A4C80', '#3A3B69'], ['#5E5C92', '#4C4A7C'], 296),
      rect(0, 0, 480, 22, '#353662'),
      ...[70, 226, 382].map((x) => rect(x, 14, 60, 8, '#FFF1CF', 4)),
      ...[70, 226, 382].map((x) =>
        poly([x, 22, x + 60, 22, x + 120, 120, x - 60, 120], '#FFF1CF', opacity(0.06)),
      ),
      ellipse(136, 314, 130, 30, '#BFE3F9', opacity(0.28)),
      ellipse(330, 314, 130, 30, '#FFD0D8', opacity(0.22)),
      vendingMachine(54, 304, '#5A8FD0', '#3F6FAE'),
      vendingMachine(236, 304, TONES.accent.base, TONES.accent.dark),
      rect(412, 240, 44, 64, '#7DB89A', 6) +
        rect(418, 246, 32, 12, '#23284A', 4) +
        rect(408, 236, 52, 10, '#9AD0B4', 4),
      person(408, 330, 112, { shirt: '#F2C14E', legs: '#2F345A', back: true }),
    ],
  },
  'food-truck': {
    mood: 'gold',
    draw: (c) => [
      sky('#5C5AA8', '#FFB8A0'),
      circle(392, 176, 40, '#FFD98A', opacity(0.9)),
      path('M0 250V190q60 -40 120 -14t130 -16t120 10t110 -10v90z', '#6E5C9E'),
      ground(246, '#8C7AA8', '#7A6898'),
      path('M0 300q240 -24 480 0v60H0z', '#A18FBA'),
      tree(c, 36, 262, 128),
      tree(c, 452, 258, 110),
      bulbs(20, 250, 76, 46, 9),
      bulbs(250, 470, 76, 46, 9),
      foodTruck(72, 312, 1.28, '#FFDDB0', 'bowl'),
      person(370, 338, 96, { shirt: TONES.accent.base }),
      person(404, 342, 92, { shirt: '#6FA9D8', hair: '#5A4034' }),
      person(440, 338, 94, { shirt: '#7DB89A' }),
      lamp(c, 350, 290, 120),
    ],
  },
};

/** A small square dish with something in it. */
function dish(x: number, y: number, base: string, light: string): Svg {
  return [
    rect(x, y, 92, 72, '#FFFFFF', 16),
    rect(x + 7, y + 7, 78, 58, '#F1EFEA', 12),
    ellipse(x + 46, y + 38, 31, 21, base),
    ellipse(x + 40, y + 33, 18, 10, light),
    stroke(`M${num(x + 30)} ${num(y + 44)}q10 6 22 0M${num(x + 46)} ${num(y + 34)}q10 2 16 -3`, light, 4),
    circle(x + 60, y + 44, 3.4, '#FFFFFF', opacity(0.6)),
  ].join('');
}
