import { canvasFor } from '../canvas.ts';
import { picture, type Svg } from '../svg.ts';
import { lifeScenes } from './life-scenes.ts';
import { outdoorScenes } from './outdoor-scenes.ts';
import { SCENE } from './scene.ts';
import { studyScenes } from './study-scenes.ts';
import { tasteScenes } from './taste-scenes.ts';

/** All scenes by file name without ending. */
export function drawScenes(): Map<string, Svg> {
  const scenes = { ...studyScenes, ...tasteScenes, ...outdoorScenes, ...lifeScenes };
  return new Map(
    Object.entries(scenes).map(([name, scene]) => {
      const c = canvasFor(name, scene.family ?? 'neutral', scene.mood ?? 'day');
      return [name, picture(SCENE.width, SCENE.height, scene.draw(c))];
    }),
  );
}
