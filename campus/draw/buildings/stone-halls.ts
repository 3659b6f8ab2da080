import { block, GROUND } from '../block.ts';
import { twins } from '../canvas.ts';
import { hedge, pine, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { banner, flag, lamp, openBook } from '../props.ts';
import { circle, opacity, path, rect } from '../svg.ts';
import { door, steps, windowPath } from '../windows.ts';
import type { Recipes } from './recipe.ts';
import { buttresses, pinnacles, rose, clock, greatWindow, columns, arcade, dormers } from './stone-parts.ts';

/** The old stone halls, gothic in form. */
export const stoneHalls: Recipes = {
  'main-hall': {
    mood: 'gold',
    light: [52, 38],
    draw: (c) => [
      block(c, {
        x: 36,
        w: 248,
        top: 104,
        wall: 'granite',
        roof: { form: 'hip', height: 17, material: 'slate' },
        front: { kind: 'grid', cols: 12, rows: 2, shape: 'point', wide: 0.44, tall: 0.72 },
      }),
      buttresses(c, [83, 237], 112),
      twins(c, 224, [
        block(c, {
          x: 30,
          w: 36,
          top: 94,
          wall: 'granite',
          ashlar: true,
          roof: { form: 'gable', height: 22, material: 'slate' },
          front: { kind: 'grid', cols: 2, rows: 2, shape: 'point', wide: 0.5, tall: 0.72 },
        }),
      ]),
      block(c, { x: 128, w: 64, top: 48, wall: 'granite', ashlar: true, roof: 'battlement' }),
      twins(c, 63, [block(c, { x: 122, w: 13, top: 40, wall: 'granite', roof: 'battlement' })]),
      greatWindow(c, 160, 62, 28, 36),
      path(
        windowPath('point', 142, 104, 7, 15) +
          windowPath('point', 156.5, 104, 7, 15) +
          windowPath('point', 171, 104, 7, 15),
        c.palette.pane,
      ),
      door(c, 160, GROUND, 24, 34, 'point'),
      steps(160, GROUND, 42, TONES.granite, 2),
      flag(160, 40, 24),
      tree(c, 17, 176, 58),
      tree(c, 304, 177, 62, 'ginkgo'),
    ],
  },
  'graduate-library': {
    light: [268, 36],
    draw: (c) => [
      block(c, {
        x: 118,
        w: 172,
        top: 98,
        wall: 'granite',
        ashlar: true,
        roof: { form: 'gable', height: 30, material: 'copper' },
        front: { kind: 'grid', cols: 8, rows: 1, shape: 'point', wide: 0.5, tall: 0.86 },
        foot: 12,
      }),
      buttresses(c, [139, 160, 181, 202, 223, 244, 264], 104),
      rose(c, 204, 86, 8),
      block(c, {
        x: 50,
        w: 60,
        top: 108,
        wall: 'granite',
        roof: { form: 'mansard', height: 15, material: 'copper' },
        front: { kind: 'grid', cols: 3, rows: 2, shape: 'point', wide: 0.5, tall: 0.72 },
      }),
      block(c, { x: 76, w: 50, top: 42, wall: 'granite', ashlar: true, roof: 'battlement' }),
      pinnacles(c, [78, 124], 36, 16),
      greatWindow(c, 101, 56, 20, 30),
      path(windowPath('point', 87, 98, 8, 20) + windowPath('point', 107, 98, 8, 20), c.palette.pane),
      door(c, 101, GROUND, 20, 32, 'point', '#6B4436'),
      steps(101, GROUND, 32, TONES.granite, 2),
      tree(c, 32, 177, 68),
      rect(226, 168, 14, 14, TONES.granite.dark, 1.5),
      rect(223, 166, 20, 4, TONES.granite.light, 1.5),
      openBook(233, 165, 30, TONES.wine.base),
      tree(c, 300, 177, 54),
    ],
  },
  'west-hall': {
    light: [62, 42],
    draw: (c) => [
      block(c, {
        x: 34,
        w: 246,
        top: 110,
        wall: 'granite',
        ashlar: true,
        roof: { form: 'hip', height: 18, material: 'wine' },
        front: { kind: 'grid', cols: 15, rows: 2, shape: 'arch', wide: 0.46, tall: 0.66 },
      }),
      block(c, {
        x: 190,
        w: 58,
        top: 100,
        wall: 'granite',
        ashlar: true,
        roof: { form: 'gable', height: 26, material: 'wine' },
        front: { kind: 'grid', cols: 3, rows: 2, shape: 'arch', wide: 0.46, tall: 0.66 },
      }),
      block(c, {
        x: 106,
        w: 46,
        top: 50,
        wall: 'granite',
        ashlar: true,
        roof: { form: 'spire', height: 34, material: 'wine' },
      }),
      clock(129, 68, 12),
      path(
        windowPath('point', 114, 90, 7, 22) +
          windowPath('point', 125.5, 88, 7, 24) +
          windowPath('point', 137, 90, 7, 22),
        c.palette.pane,
      ),
      door(c, 129, GROUND, 20, 32, 'arch'),
      steps(129, GROUND, 32, TONES.granite),
      hedge(c, 44, 170, 54),
      tree(c, 20, 176, 66, 'maple'),
      tree(c, 284, 176, 52, 'leaf'),
      lamp(c, 176, 178),
      lamp(c, 236, 178),
    ],
  },
  'law-hall': {
    light: [276, 40],
    draw: (c) => [
      block(c, {
        x: 40,
        w: 240,
        top: 96,
        wall: 'sand',
        roof: { form: 'flat', height: 5 },
        front: { kind: 'grid', cols: 14, rows: 3, wide: 0.44, tall: 0.58 },
      }),
      block(c, { x: 104, w: 112, top: 82, wall: 'sand', roof: { form: 'pediment', height: 30 } }),
      columns(c, 110, 84, 6),
      circle(160, 68, 5, TONES.wine.base),
      steps(160, GROUND, 104, TONES.sand),
      twins(c, 182, [hedge(c, 44, 170, 50, 10)]),
      pine(c, 22, 176, 70),
      pine(c, 300, 177, 60),
    ],
  },
  'business-main-hall': {
    mood: 'gold',
    light: [266, 44],
    draw: (c) => [
      block(c, {
        x: 50,
        w: 220,
        top: 92,
        wall: 'granite',
        ashlar: true,
        roof: { form: 'mansard', height: 24, material: 'slate' },
        front: { kind: 'grid', cols: 12, rows: 3, wide: 0.44, tall: 0.6 },
      }),
      dormers(c, [70, 96, 122, 186, 212, 238], 72),
      block(c, {
        x: 136,
        w: 48,
        top: 62,
        wall: 'granite',
        ashlar: true,
        roof: { form: 'gable', height: 26, material: 'slate' },
      }),
      rose(c, 160, 62, 8.5),
      path(
        windowPath('arch', 144, 84, 9, 30) +
          windowPath('arch', 155.5, 84, 9, 30) +
          windowPath('arch', 167, 84, 9, 30),
        c.palette.pane,
      ),
      door(c, 160, GROUND, 26, 32, 'arch'),
      steps(160, GROUND, 40, TONES.granite),
      tree(c, 30, 177, 68, 'ginkgo'),
      tree(c, 290, 176, 60),
      lamp(c, 104, 178),
      lamp(c, 216, 178),
    ],
  },
  'education-hall': {
    light: [48, 40],
    draw: (c) => [
      block(c, {
        x: 46,
        w: 228,
        top: 88,
        wall: 'brick',
        roof: { form: 'flat', height: 5, material: 'granite' },
        front: { kind: 'grid', cols: 13, rows: 3, shape: 'arch', wide: 0.46, tall: 0.66 },
      }),
      block(c, {
        x: 132,
        w: 56,
        top: 70,
        wall: 'brick',
        roof: { form: 'gable', height: 24, material: 'granite' },
      }),
      rose(c, 160, 70, 7),
      path(
        windowPath('arch', 141, 88, 10, 26) +
          windowPath('arch', 155, 88, 10, 26) +
          windowPath('arch', 169, 88, 10, 26),
        c.palette.pane,
      ),
      rect(46, 130, 228, 3, TONES.granite.light, 0, opacity(0.8)),
      rect(132, 122, 56, 44, TONES.granite.base),
      door(c, 160, GROUND, 30, 34, 'arch', '#5A3B3A'),
      steps(160, GROUND, 44, TONES.granite),
      tree(c, 24, 176, 70),
      tree(c, 64, 173, 36),
      tree(c, 298, 177, 56, 'cherry'),
      tree(c, 262, 173, 40, 'cherry'),
    ],
  },
  'april-memorial-hall': {
    light: [60, 40],
    ground: 'paving',
    draw: (c) => [
      block(c, { x: 48, w: 224, top: 84, wall: 'granite', roof: { form: 'flat', height: 6 } }),
      arcade(c, 58, 96, 204, 70, 8),
      block(c, {
        x: 92,
        w: 136,
        top: 64,
        wall: 'granite',
        roof: { form: 'flat', height: 5 },
        base: 84,
        far: true,
      }),
      steps(160, GROUND, 190, TONES.granite, 4),
      banner(74, 92, 10, 40),
      banner(236, 92, 10, 40),
      pine(c, 24, 176, 64),
      pine(c, 298, 176, 72),
      pine(c, 280, 178, 46),
    ],
  },
  'inchon-hall': {
    light: [250, 34],
    draw: (c) => [
      block(c, {
        x: 34,
        w: 252,
        top: 116,
        wall: 'granite',
        roof: 'flat',
        front: { kind: 'grid', cols: 16, rows: 2, wide: 0.42, tall: 0.56 },
      }),
      block(c, {
        x: 92,
        w: 136,
        top: 82,
        wall: 'granite',
        roof: { form: 'arc', height: 40, material: 'copper' },
      }),
      columns(c, 98, 84, 7),
      steps(160, GROUND, 130, TONES.granite, 4),
      flag(70, 116, 40),
      flag(250, 116, 40, TONES.ochre.base),
      tree(c, 22, 177, 56),
      tree(c, 300, 177, 62),
      twins(c, 198, [hedge(c, 40, 172, 44)]),
    ],
  },
};
