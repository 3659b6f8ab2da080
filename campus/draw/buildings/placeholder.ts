import { block, GROUND, toneOf } from '../block.ts';
import { hedge, tree } from '../nature.ts';
import { TONES } from '../palette.ts';
import { rect } from '../svg.ts';
import { door } from '../windows.ts';
import type { Recipe } from './recipe.ts';

/** The picture of buildings that have none of their own: a friendly hall in greys. */
export const placeholder: Recipe = {
  light: [262, 40],
  draw: (c) => [
    block(c, {
      x: 52,
      w: 96,
      top: 98,
      wall: 'ash',
      roof: 'flat',
      front: { kind: 'grid', cols: 5, rows: 3, wide: 0.52, tall: 0.54, lit: 0 },
    }),
    block(c, {
      x: 172,
      w: 96,
      top: 98,
      wall: 'ash',
      roof: 'flat',
      front: { kind: 'grid', cols: 5, rows: 3, wide: 0.52, tall: 0.54, lit: 0 },
    }),
    block(c, {
      x: 122,
      w: 76,
      top: 74,
      wall: 'white',
      roof: { form: 'gable', height: 26, material: 'slate' },
      front: { kind: 'grid', cols: 3, rows: 1, shape: 'arch', wide: 0.5, tall: 0.7, lit: 0 },
      head: 10,
      foot: 46,
    }),
    door(c, 160, GROUND, 24, 34, 'arch', TONES.slate.base),
    rect(142, 166, 36, 3, toneOf(c, 'ash').dark, 1),
    tree(c, 30, 177, 60, 'snow'),
    tree(c, 292, 177, 60, 'snow'),
    hedge(c, 62, 171, 56, 8, 'snow'),
    hedge(c, 202, 171, 56, 8, 'snow'),
  ],
};
