import { block } from '../block.ts';
import { hedge, pine, poplar, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { bench, flag, lamp } from '../props.ts';
import { circle, ellipse, opacity, path, poly, rect, stroke } from '../svg.ts';
import { curtainWall, ribbons } from '../windows.ts';
import type { Recipes } from './recipe.ts';
import { canopy, glassDoor, mast } from './entrances.ts';
import { vents, gear, circuit, greenhouse, ivy } from './laboratory-parts.ts';

/** Halls of the sciences and of computing. */
export const scienceHalls: Recipes = {
  'future-convergence-hall': {
    light: [264, 38],
    draw: (c) => [
      path('M44 166V96Q44 56 104 56H236Q276 56 276 96V166Z', TONES.white.base),
      path('M196 56H236Q276 56 276 96V166H196Z', TONES.white.dark, opacity(0.55)),
      ...[70, 94, 118].map(
        (y, index) =>
          rect(index === 0 ? 70 : 54, y, index === 0 ? 180 : 212, 15, c.palette.pane, 7.5) +
          rect(index === 0 ? 76 : 60, y + 3, 34 + index * 22, 9, c.palette.lit, 4.5, opacity(0.75)),
      ),
      stroke(
        'M100 70v15M130 70v15M190 70v15M220 70v15M90 94v15M160 94v15M200 94v15M236 94v15M110 118v15M150 118v15M210 118v15',
        '#FFFFFF',
        1.2,
        opacity(0.7),
      ),
      poly([40, 166, 276, 166, 298, 174, 56, 174], '#2B2440', opacity(0.1)),
      glassDoor(c, 160, 62, 28),
      ellipse(160, 138, 44, 4.5, TONES.accent.base),
      tree(c, 24, 177, 58),
      tree(c, 298, 176, 66),
      hedge(c, 56, 171, 58),
      hedge(c, 206, 171, 58),
    ],
  },
  'woojung-hall': {
    light: [48, 36],
    draw: (c) => [
      block(c, {
        x: 66,
        w: 188,
        top: 58,
        wall: 'navy',
        roof: { form: 'flat', height: 5, material: 'steel' },
      }),
      circuit(c.palette.lit),
      rect(82, 132, 156, 34, TONES.white.base, 2),
      curtainWall(c, { x: 88, y: 137, w: 144, h: 29, cols: 10, rows: 1 }),
      canopy(160, 130, 62, TONES.accent.base),
      mast(216, 53, 26),
      poplar(c, 40, 176, 72),
      tree(c, 290, 177, 62),
      hedge(c, 240, 172, 40),
      bench(94, 182, 26),
    ],
  },
  'it-liberal-hall': {
    light: [270, 40],
    ground: 'paving',
    draw: (c) => [
      block(c, {
        x: 46,
        w: 228,
        top: 90,
        wall: 'rose',
        roof: { form: 'flat', height: 5, material: 'white' },
        front: { kind: 'grid', cols: 14, rows: 3, shape: 'square', wide: 0.5, tall: 0.66 },
      }),
      block(c, {
        x: 78,
        w: 76,
        top: 64,
        wall: 'white',
        roof: { form: 'arc', height: 18, material: 'deepGlass' },
        front: { kind: 'curtain', cols: 6, rows: 6 },
        head: 6,
        foot: 4,
      }),
      glassDoor(c, 116, 34, 28),
      flag(188, 90, 30, '#6FA9D8'),
      tree(c, 24, 177, 54),
      tree(c, 200, 174, 40),
      tree(c, 236, 174, 44),
      tree(c, 300, 178, 60),
      bench(164, 184, 26),
    ],
  },
  'asan-science-hall': {
    mood: 'gold',
    light: [266, 40],
    draw: (c) => [
      block(c, {
        x: 50,
        w: 220,
        top: 78,
        wall: 'sand',
        roof: 'flat',
        front: { kind: 'grid', cols: 13, rows: 4, wide: 0.5, tall: 0.54 },
      }),
      // An observatory dome belongs to a hall of the natural sciences.
      block(c, {
        x: 74,
        w: 64,
        top: 66,
        base: 78,
        wall: 'white',
        roof: { form: 'dome', height: 32, material: 'steel' },
      }),
      poly([104, 34, 112, 34, 118, 66, 106, 66], TONES.navy.base),
      poly([100, 30, 108, 26, 114, 40, 107, 43], TONES.slate.light),
      vents([222, 236, 250], 74),
      glassDoor(c, 160, 46, 30),
      canopy(160, 132, 66, TONES.slate.base),
      tree(c, 28, 177, 66),
      tree(c, 296, 177, 56, 'ginkgo'),
      hedge(c, 60, 171, 62),
      hedge(c, 200, 171, 60),
    ],
  },
  'life-science-east': {
    light: [52, 38],
    draw: (c) => [
      block(c, {
        x: 110,
        w: 166,
        top: 64,
        wall: 'white',
        roof: 'flat',
        front: { kind: 'grid', cols: 9, rows: 5, wide: 0.54, tall: 0.54 },
      }),
      rect(256, 64, 8, 102, TONES.leaf.base, 2),
      greenhouse(46, 96),
      glassDoor(c, 196, 40, 28),
      canopy(196, 134, 58, TONES.leaf.dark),
      tree(c, 24, 177, 50),
      tree(c, 298, 178, 64),
      hedge(c, 46, 171, 96, 7),
    ],
  },
  'life-science-west': {
    light: [270, 38],
    draw: (c) => [
      block(c, {
        x: 42,
        w: 150,
        top: 80,
        wall: 'brick',
        roof: { form: 'flat', height: 5, material: 'white' },
        front: { kind: 'grid', cols: 8, rows: 4, wide: 0.52, tall: 0.56 },
      }),
      block(c, {
        x: 182,
        w: 96,
        top: 60,
        wall: 'mint',
        roof: { form: 'garden', height: 15 },
        front: { kind: 'curtain', cols: 6, rows: 6 },
        foot: 12,
      }),
      ivy(48, 80, 44, 86),
      glassDoor(c, 148, 32, 28),
      canopy(148, 134, 46, TONES.white.base),
      tree(c, 22, 177, 64, 'forest'),
      pine(c, 298, 177, 66),
      hedge(c, 196, 171, 76),
    ],
  },
  'robot-convergence-hall': {
    light: [50, 36],
    ground: 'paving',
    draw: (c) => [
      block(c, {
        x: 54,
        w: 88,
        top: 96,
        wall: 'concrete',
        roof: 'flat',
        front: { kind: 'grid', cols: 5, rows: 4, wide: 0.56, tall: 0.54 },
      }),
      block(c, {
        x: 134,
        w: 136,
        top: 70,
        wall: 'steel',
        roof: { form: 'flat', height: 6, material: 'white' },
      }),
      // The upper windows look back like a friendly face.
      rect(154, 82, 96, 40, TONES.navy.dark, 18),
      circle(182, 102, 9, '#8FE3F2') +
        circle(222, 102, 9, '#8FE3F2') +
        circle(185, 99, 3, '#FFFFFF') +
        circle(225, 99, 3, '#FFFFFF'),
      stroke('M194 112q8 6 16 0', '#8FE3F2', 2.2),
      rect(200, 46, 3, 20, '#8A8CA3', 1) + circle(201.5, 45, 4.5, TONES.accent.base),
      glassDoor(c, 202, 54, 32),
      ribbons(c, { x: 142, y: 130, w: 26, h: 26, rows: 2 }, 2),
      ribbons(c, { x: 236, y: 130, w: 26, h: 26, rows: 2 }, 2),
      gear(98, 82, 8, TONES.ochre.base) + rect(88, 90, 20, 3, TONES.steel.dark),
      tree(c, 28, 177, 60),
      tree(c, 298, 177, 54),
      lamp(c, 118, 182, 32),
    ],
  },
};
