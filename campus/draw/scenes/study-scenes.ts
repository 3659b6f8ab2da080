import {
  bookStack,
  laptop,
  mug,
  pendant,
  pottedPlant,
  room,
  sitter,
  table,
  windowView,
} from '../interior.ts';
import { tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { bookRow, openBook } from '../props.ts';
import { circle, dashes, ellipse, num, opacity, path, poly, rect, stroke, type Svg } from '../svg.ts';
import type { Scenes } from './scene.ts';

/** A desk lamp with a bent arm. */
function deskLamp(x: number, base: number): Svg {
  return [
    poly([x + 42, base - 108, x + 78, base - 88, x + 168, base, x - 14, base], '#FFE9AE', opacity(0.3)),
    ellipse(x, base, 30, 5, '#2B2440', opacity(0.25)),
    path(`M${x - 26} ${base}a26 12 0 0 1 52 0z`, TONES.accent.dark),
    stroke(`M${x} ${base - 8}L${x - 22} ${base - 74}L${x + 46} ${base - 118}`, '#D6D8E6', 6),
    circle(x - 22, base - 74, 6, '#9BA0BA'),
    path(`M${x + 30} ${base - 112}q14 -30 44 -14l12 30q-8 8 -18 4z`, TONES.accent.base),
    path(`M${x + 66} ${base - 92}q16 6 20 -4l2 4q-6 10 -20 6z`, '#FFF6D6'),
  ].join('');
}

/** Scenes of studying. */
export const studyScenes: Scenes = {
  'reading-desk': {
    draw: (c) => [
      room(['#3A3F70', '#2C3059'], ['#4A3F5E', '#3B324E'], 290),
      windowView({ x: 288, y: 40, w: 138, h: 120 }, { sky: '#232A55', hill: '#353C70', frame: '#6A6FA3' }, [
        circle(388, 72, 14, '#FFF1CF') + circle(382, 68, 13, '#232A55'),
        ...[308, 326, 350, 410, 338].map((x, index) => circle(x, 58 + ((index * 23) % 50), 1.3, '#FFF6DC')),
      ]),
      rect(40, 62, 170, 9, '#8A6A58', 2),
      bookRow(c, 48, 62, 112, 38),
      pottedPlant(186, 62, 58, '#E9A07C'),
      ellipse(220, 236, 220, 120, '#FFD98A', opacity(0.12)),
      table(-10, 248, 500, { light: '#C99A72', base: '#B18057', dark: '#8A5F3E' }),
      rect(0, 264, 480, 96, '#8A5F3E'),
      rect(0, 264, 480, 10, '#6E4930', 0, opacity(0.5)),
      deskLamp(96, 248),
      openBook(236, 248, 132, TONES.wine.base),
      stroke(
        'M184 214q20 -8 40 2M184 224q20 -8 40 2M184 234q20 -8 40 2M248 216q20 -10 40 -2M248 226q20 -10 40 -2M248 236q20 -10 40 -2',
        '#B9B4CC',
        2.4,
      ),
      bookStack(c, 336, 248, 82, 4),
      mug(446, 248, 34, '#F5F6FA'),
    ],
  },
  'laptop-window': {
    family: 'green',
    draw: (c) => [
      room(['#F6EFE6', '#E9DCCB'], ['#D9BFA0', '#C5A580'], 300),
      windowView({ x: 58, y: 34, w: 364, h: 172 }, { sky: '#C9E7FA', hill: '#A9D7A4', frame: '#FFFFFF' }, [
        circle(120, 78, 18, '#FFE39A'),
        rect(250, 118, 116, 62, '#E9DFD4') +
          rect(288, 84, 38, 96, '#F1E9DF') +
          poly([284, 84, 307, 58, 330, 84], '#5F6D88') +
          dashes('M262 140h96', '#7C88A8', 14, [8, 8]) +
          rect(300, 96, 14, 22, '#7C88A8', 7),
        tree(c, 108, 206, 92),
        tree(c, 396, 206, 76, 'ginkgo'),
      ]),
      table(-10, 262, 500),
      rect(0, 278, 480, 82, '#9A6E49'),
      laptop(236, 262, 168),
      mug(378, 262, 38, TONES.accent.base),
      pottedPlant(86, 262, 88),
      rect(404, 254, 52, 8, '#F0B45C', 2) + rect(408, 247, 46, 7, '#6FA9D8', 2),
    ],
  },
  'group-study': {
    draw: (c) => [
      room(['#EAF0F8', '#D5E0EE'], ['#C9D3E2', '#B5C1D4'], 300),
      rect(86, 34, 308, 132, '#AEB9CC', 6),
      rect(92, 40, 296, 120, '#FFFFFF', 4),
      circle(148, 82, 20, '#BFD6F2') + circle(214, 112, 16, '#FFD98A') + circle(158, 132, 14, '#BFE3CF'),
      stroke('M166 92l34 14M152 102l4 16M172 130l28 -10', '#8C96AE', 3),
      stroke('M262 68h86M262 82h64M262 96h76', '#B9C1D3', 4),
      rect(268, 116, 28, 28, '#FFE08A', 2) +
        rect(302, 112, 28, 28, '#FFB5C4', 2) +
        rect(336, 117, 28, 28, '#BFE3CF', 2),
      rect(130, 164, 60, 6, '#8C96AE', 2) + rect(140, 160, 16, 4, TONES.accent.base, 1),
      pendant(64, 40, 34, TONES.accent.base, false),
      pendant(420, 46, 34, '#6FA9D8', false),
      sitter(92, 262, 108, { shirt: TONES.accent.base, long: true }),
      sitter(192, 262, 112, { shirt: '#6FA9D8', hair: '#4F3A34' }),
      sitter(292, 262, 108, { shirt: '#F2C14E', hair: '#2F2B3A' }),
      sitter(390, 262, 112, { shirt: '#7DB89A', hair: '#5A4034', long: true }),
      table(20, 258, 440, { light: '#FFFFFF', base: '#E7EBF3', dark: '#C1CAD9' }),
      dashes('M60 276V360M420 276V360', '#A4AEC2', 12),
      laptop(146, 258, 74),
      laptop(338, 258, 74),
      mug(240, 258, 24, '#F5F6FA', false),
      bookStack(c, 34, 258, 46, 2),
    ],
  },
  'printer-corner': {
    draw: (c) => [
      room(['#EDEBF7', '#DCD7EE'], ['#CFC9E2', '#BBB3D4'], 292),
      rect(306, 56, 128, 8, '#A98E7A', 2),
      bookRow(c, 314, 56, 70, 34),
      pottedPlant(410, 56, 46),
      rect(56, 44, 86, 104, '#FFFFFF', 4) +
        rect(66, 54, 66, 40, '#FFD0D8', 3) +
        circle(86, 74, 11, TONES.accent.base) +
        stroke('M66 108h66M66 120h50M66 132h58', '#CFC9E2', 4),
      rect(156, 60, 62, 76, '#FFFFFF', 4) +
        rect(164, 68, 46, 28, '#BFE3CF', 3) +
        stroke('M164 108h46M164 120h32', '#CFC9E2', 4),
      rect(72, 306, 220, 10, '#2B2440', 5, opacity(0.12)),
      rect(84, 232, 196, 78, '#8F88B8', 6) +
        rect(96, 244, 172, 26, '#7A73A5', 4) +
        rect(96, 276, 172, 26, '#7A73A5', 4) +
        rect(166, 254, 32, 5, '#CFC9E2', 2) +
        rect(166, 286, 32, 5, '#CFC9E2', 2),
      rect(92, 150, 180, 84, '#F5F6FA', 10),
      rect(200, 150, 72, 84, '#2B2440', 10, opacity(0.06)),
      rect(86, 138, 192, 20, '#DDE1EC', 8),
      rect(112, 186, 140, 12, '#4A4F6E', 4),
      poly([126, 192, 238, 192, 248, 228, 116, 228], '#FFFFFF') +
        poly([126, 192, 238, 192, 239, 196, 125, 196], '#2B2440', opacity(0.16)),
      stroke('M138 204h84M136 212h72M134 220h92', '#C3C9D8', 3),
      rect(214, 162, 44, 16, '#3B4266', 3) +
        rect(218, 165, 22, 10, '#8FE3F2', 2) +
        circle(250, 170, 3.4, '#6FD39A'),
      rect(322, 296, 112, 8, '#2B2440', 4, opacity(0.12)),
      rect(328, 214, 100, 84, '#C9A27E', 4) +
        rect(328, 214, 100, 10, '#E0BE9C', 3) +
        rect(338, 236, 80, 4, '#A37E5C', 2),
      ...[0, 1, 2, 3].map((index) =>
        rect(342 + (index % 2) * 3, 206 - index * 7, 70, 7, index % 2 === 0 ? '#FFFFFF' : '#E6E9F2', 1),
      ),
      mug(414, 214, 22, TONES.accent.base, false),
    ],
  },
  'nap-lounge': {
    draw: (c) => [
      room(['#F3E3E6', '#E4CCD4'], ['#C9A9B2', '#B5929E'], 296),
      windowView({ x: 40, y: 36, w: 250, h: 138 }, { sky: '#F9C9B6', hill: '#D79AA5', frame: '#FFF6F2' }, [
        circle(220, 118, 22, '#FFE1A0'),
        tree(c, 92, 174, 66, 'cherry'),
      ]),
      pendant(384, 66, 44, '#F0B45C'),
      recliner(36, 316, '#8FA9D6', '#6F8ABA'),
      recliner(216, 316, '#F0929F', '#D06F80'),
      // Somebody sleeps under a blanket.
      circle(262, 236, 22, '#F6CDB2') +
        path('M238 240a24 24 0 0 1 30 -27q18 4 16 22q-10 -12 -20 -8t-26 13z', '#3A2E38'),
      stroke('M257 240q4 3 8 0M271 243q4 3 7 0', '#6B4A44', 2),
      path('M262 262q50 -22 92 4t62 24v20H258z', '#FFF3DE') +
        path('M262 280q52 -20 94 4t60 16v10H258z', '#F2C14E', opacity(0.65)),
      sleepMarks(306, 206),
      pottedPlant(452, 318, 130, '#FFF6F2'),
      ellipse(240, 330, 210, 8, '#2B2440', opacity(0.08)),
    ],
  },
};

/** A long chair to lie in. */
function recliner(x: number, base: number, color: string, dark: string): Svg {
  return [
    ellipse(x + 94, base + 4, 104, 7, '#2B2440', opacity(0.16)),
    stroke(`M${num(x + 40)} ${num(base)}l10 -26M${num(x + 150)} ${num(base)}l-8 -26`, '#7A5A62', 7),
    path(`M${num(x)} ${num(base - 104)}q12 -12 28 -2l44 66h92q20 0 24 18v10h-120q-20 0 -30 -14z`, color),
    path(`M${num(x + 72)} ${num(base - 40)}h92q20 0 24 18v10h-120q-14 0 -22 -8z`, dark, opacity(0.55)),
    rect(
      x + 2,
      base - 112,
      40,
      22,
      '#FFFFFF',
      10,
      `transform="rotate(52 ${num(x + 20)} ${num(base - 100)})" ${opacity(0.85)}`,
    ),
  ].join('');
}

function sleepMarks(x: number, y: number): Svg {
  const mark = (dx: number, dy: number, s: number): string =>
    `M${num(x + dx)} ${num(y - dy)}h${num(s)}l${num(-s)} ${num(s)}h${num(s)}`;
  return stroke(mark(0, 0, 10) + mark(18, 20, 13) + mark(40, 44, 16), '#A5788A', 3.4);
}
