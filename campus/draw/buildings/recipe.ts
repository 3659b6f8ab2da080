import type { Canvas } from '../canvas.ts';
import type { Mood } from '../palette.ts';
import type { Svg } from '../svg.ts';

/** How one building is drawn; sky, hills and ground are the frame's. */
export interface Recipe {
  mood?: Mood;
  /** Where the sun or the moon stands; left out, chance decides. */
  light?: readonly [x: number, y: number];
  /** Lawn in front, or paving. */
  ground?: 'lawn' | 'paving';
  draw: (c: Canvas) => readonly Svg[];
}

/** Recipes by building id. */
export type Recipes = Readonly<Record<string, Recipe>>;
