import { block, GROUND } from '../block.ts';
import { hedge, pine, poplar, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { bench, bookRow, lamp, openBook, person } from '../props.ts';
import { circle, num, opacity, path, rect, stroke, type Svg } from '../svg.ts';
import { steps, windowPath } from '../windows.ts';
import { canopy, glassDoor } from './entrances.ts';
import type { Recipes } from './recipe.ts';

/** A heart, the one sign these halls carry. */
function heart(x: number, y: number, size: number, color: string): Svg {
  const s = size / 2;
  const d = `M${num(x)} ${num(y + s)}C${num(x - s * 2)} ${num(y - s * 0.4)} ${num(x - s)} ${num(y - s * 1.5)} ${num(x)} ${num(y - s * 0.5)}C${num(x + s)} ${num(y - s * 1.5)} ${num(x + s * 2)} ${num(y - s * 0.4)} ${num(x)} ${num(y + s)}Z`;
  return path(d, color);
}

/** The quiet, light halls of the medical campus. */
export const medicalHalls: Recipes = {
  'medical-college': {
    light: [54, 38],
    draw: (c) => [
      block(c, {
        x: 38,
        w: 244,
        top: 92,
        wall: 'white',
        roof: { form: 'flat', height: 5, material: 'teal' },
        front: { kind: 'grid', cols: 15, rows: 3, wide: 0.52, tall: 0.56 },
      }),
      block(c, {
        x: 118,
        w: 84,
        top: 56,
        wall: 'white',
        roof: { form: 'flat', height: 5, material: 'teal' },
        front: { kind: 'curtain', cols: 6, rows: 6 },
        head: 32,
        foot: 6,
        side: 10,
      }),
      circle(160, 74, 11, '#EAF7F5'),
      heart(160, 75, 12, TONES.accent.base),
      glassDoor(c, 160, 44, 28),
      canopy(160, 136, 64, TONES.teal.base),
      hedge(c, 44, 171, 66),
      hedge(c, 210, 171, 66),
      tree(c, 20, 178, 56),
      tree(c, 302, 178, 60),
    ],
  },
  'medical-library': {
    light: [268, 38],
    ground: 'paving',
    draw: (c) => [
      block(c, {
        x: 54,
        w: 212,
        top: 76,
        wall: 'lilac',
        roof: { form: 'flat', height: 6, material: 'white' },
      }),
      shelf(74, 90, 172, 66),
      bookRow(c, 78, 120, 164, 22),
      rect(74, 120, 172, 3, '#FFFFFF'),
      bookRow(c, 78, 152, 60, 22),
      bookRow(c, 184, 152, 58, 22),
      glassDoor(c, 161, 34, 34),
      openBook(160, 70, 34, TONES.teal.base),
      poplar(c, 34, 176, 64),
      tree(c, 290, 177, 62),
      bench(84, 182, 28),
      lamp(c, 222, 182, 34),
    ],
  },
  'moonsook-hall': {
    mood: 'gold',
    light: [266, 42],
    draw: (c) => [
      block(c, {
        x: 44,
        w: 96,
        top: 58,
        wall: 'white',
        roof: { form: 'flat', height: 5, material: 'lilac' },
        front: { kind: 'ribbons', rows: 6, mullions: 5 },
      }),
      block(c, {
        x: 130,
        w: 146,
        top: 94,
        wall: 'lilac',
        roof: { form: 'garden', height: 13 },
        front: { kind: 'curtain', cols: 11, rows: 4 },
        head: 8,
      }),
      rect(134, 58, 7, 108, TONES.teal.base, 2),
      glassDoor(c, 204, 46, 30),
      canopy(204, 132, 66, TONES.white.base),
      tree(c, 24, 177, 66),
      tree(c, 298, 177, 54, 'cherry'),
      hedge(c, 52, 171, 76),
    ],
  },
  'nursing-college': {
    light: [50, 36],
    draw: (c) => [
      block(c, {
        x: 48,
        w: 224,
        top: 96,
        wall: 'rose',
        roof: { form: 'hip', height: 22, material: 'teal' },
        front: { kind: 'grid', cols: 12, rows: 2, shape: 'arch', wide: 0.5, tall: 0.66 },
      }),
      block(c, {
        x: 126,
        w: 68,
        top: 82,
        wall: 'white',
        roof: { form: 'gable', height: 28, material: 'teal' },
      }),
      heart(160, 78, 15, TONES.accent.base),
      path(
        windowPath('arch', 136, 94, 12, 24) +
          windowPath('arch', 154, 94, 12, 24) +
          windowPath('arch', 172, 94, 12, 24),
        c.palette.pane,
      ),
      glassDoor(c, 160, 36, 32),
      steps(160, GROUND, 48, TONES.white, 2),
      tree(c, 26, 177, 64, 'cherry'),
      tree(c, 62, 173, 38, 'cherry'),
      tree(c, 296, 177, 66, 'cherry'),
      hedge(c, 206, 171, 60),
      person(214, 186, 28, { shirt: '#FFFFFF', legs: '#7CCBC2' }),
      person(228, 187, 27, { shirt: '#FFFFFF', legs: '#7CCBC2', hair: '#5A4034' }),
    ],
  },
  'first-medical-hall': {
    light: [270, 36],
    ground: 'paving',
    draw: (c) => [
      block(c, {
        x: 40,
        w: 118,
        top: 96,
        wall: 'mint',
        roof: { form: 'flat', height: 5, material: 'white' },
        front: { kind: 'grid', cols: 7, rows: 3, wide: 0.56, tall: 0.56 },
      }),
      block(c, {
        x: 148,
        w: 128,
        top: 66,
        wall: 'white',
        roof: { form: 'arc', height: 20, material: 'teal' },
        front: { kind: 'grid', cols: 7, rows: 4, wide: 0.58, tall: 0.52 },
        foot: 22,
      }),
      stroke('M60 84h20l5 -10l8 20l7 -14l4 4h24', TONES.accent.base, 2.4),
      glassDoor(c, 212, 46, 28),
      canopy(212, 135, 64, TONES.teal.dark),
      rect(46, 152, 104, 3, '#FFFFFF', 1, opacity(0.6)),
      pine(c, 22, 177, 62),
      tree(c, 298, 177, 60),
      tree(c, 120, 174, 40),
      lamp(c, 168, 182, 34),
      bench(60, 182, 28),
    ],
  },
};

/** A tall shelf behind glass. */
function shelf(x: number, y: number, w: number, h: number): Svg {
  return rect(x, y, w, h, '#FFFFFF', 3) + rect(x + 3, y + 3, w - 6, h - 6, '#59557F', 2);
}
