import type { Canvas } from '../canvas.ts';
import type { Family, Mood } from '../palette.ts';
import type { Svg } from '../svg.ts';

/** Posters are drawn on this grid and rasterised at twice its size; a title covers their lower third. */
export const POSTER = { width: 420, height: 210 } as const;

/** One poster: its air and what stands in it. */
export interface Poster {
  family?: Family;
  mood?: Mood;
  draw: (c: Canvas) => readonly Svg[];
}

/** Posters by name. */
export type Posters = Readonly<Record<string, Poster>>;
