import type { Campus } from '@madang/campus/campus';
import {
  BUILDING_INFO_MAX,
  BUILDING_NAME_MAX,
  lineProblem,
  seatsProblem,
} from '@madang/contract/campus/building-rules';
import type { FieldCode } from '@madang/contract/errors';
import { normalizeText } from '@madang/contract/text/rules';
import type { BuildingTexts } from './campus.queries.ts';

type Field = keyof BuildingTexts;

/** What an operator says of a building; what is left out stays as it is. */
export type GivenTexts = { [Name in Field]?: string | null | undefined };

const PROBLEMS: Record<Field, (text: string) => FieldCode | null> = {
  name: (text) => lineProblem(text, BUILDING_NAME_MAX),
  category: (text) => lineProblem(text, Infinity),
  info: (text) => lineProblem(text, BUILDING_INFO_MAX),
  seats: seatsProblem,
};

/** What is given of a building as it is stored, and why a field of it is refused, in the order of the fields. */
export function readBuildingTexts({ settings }: Campus, given: GivenTexts) {
  const texts: Partial<BuildingTexts> = {};
  const problems: Partial<Record<Field, FieldCode | null>> = {};
  for (const field of Object.keys(PROBLEMS) as Field[]) {
    const text = given[field];
    if (text === undefined || text === null) continue;
    const stored = normalizeText(text).trim();
    texts[field] = stored;
    problems[field] = PROBLEMS[field](stored);
  }
  const isKnown = settings.categories.some(({ name }) => name === texts.category);
  if (texts.category !== undefined && !isKnown) problems.category ??= 'unknown';
  return { texts, problems };
}
