import type { Family } from '../palette.ts';
import type { Svg } from '../svg.ts';
import { engineeringHalls } from './engineering-halls.ts';
import { drawBuilding } from './frame.ts';
import { lectureHalls } from './lecture-halls.ts';
import { scienceHalls } from './science-halls.ts';
import { greenPlaces } from './green-places.ts';
import { medicalHalls } from './medical-halls.ts';
import { modernHalls } from './modern-halls.ts';
import { placeholder } from './placeholder.ts';
import type { Recipes } from './recipe.ts';
import { stoneHalls } from './stone-halls.ts';

const FAMILIES: readonly (readonly [Family, Recipes])[] = [
  ['humanities', stoneHalls],
  ['humanities', modernHalls],
  ['humanities', lectureHalls],
  ['engineering', engineeringHalls],
  ['engineering', scienceHalls],
  ['green', greenPlaces],
  ['medicine', medicalHalls],
];

/** All building pictures by file name without ending. */
export function drawBuildings(): Map<string, Svg> {
  const pictures = new Map<string, Svg>();
  for (const [family, recipes] of FAMILIES) {
    for (const [id, recipe] of Object.entries(recipes)) pictures.set(id, drawBuilding(id, family, recipe));
  }
  pictures.set('placeholder', drawBuilding('placeholder', 'neutral', placeholder));
  return pictures;
}
