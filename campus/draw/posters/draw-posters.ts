import { canvasFor } from '../canvas.ts';
import { picture, type Svg } from '../svg.ts';
import { dayPosters } from './day-posters.ts';
import { nightPosters } from './night-posters.ts';
import { POSTER } from './poster.ts';

/** All posters by file name without ending. */
export function drawPosters(): Map<string, Svg> {
  return new Map(
    Object.entries({ ...nightPosters, ...dayPosters }).map(([name, poster]) => {
      const c = canvasFor(name, poster.family ?? 'neutral', poster.mood ?? 'day');
      return [name, picture(POSTER.width, POSTER.height, poster.draw(c))];
    }),
  );
}
