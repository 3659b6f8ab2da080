import type { Canvas } from '../canvas.ts';
import type { Family, Mood } from '../palette.ts';
import { gradient, path, rect, type Svg } from '../svg.ts';

/** Scenes are drawn on this grid and rasterised at twice its size. */
export const SCENE = { width: 480, height: 360 } as const;

/** One scene: its air and what stands in it. */
export interface Scene {
  family?: Family;
  mood?: Mood;
  draw: (c: Canvas) => readonly Svg[];
}

/** Scenes by name. */
export type Scenes = Readonly<Record<string, Scene>>;

/** A sky over the whole picture. */
export function sky(
  top: string,
  bottom: string,
  width: number = SCENE.width,
  height: number = SCENE.height,
): Svg {
  return gradient('s', top, bottom) + rect(0, 0, width, height, 'url(#s)');
}

/** Ground from `y` downwards with a softer edge line. */
export function ground(
  y: number,
  color: string,
  edge: string,
  width: number = SCENE.width,
  height: number = SCENE.height,
): Svg {
  return rect(0, y, width, height - y, color) + path(`M0 ${y}h${width}v7H0z`, edge);
}
