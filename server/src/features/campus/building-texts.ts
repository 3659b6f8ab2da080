import type { Campus } from '@madang/campus/campus';
import { BUILDING_INFO_MAX, BUILDING_NAME_MAX, lineProblem } from '@madang/contract/campus/building-rules';
import type { FieldCode } from '@madang/contract/errors';
import { normalizeText } from '@madang/contract/text/rules';
import type { BuildingTexts } from './campus.queries.ts';

/** What is given of a building as it is stored, and why a field of it is refused, in the order of the fields. */
export function readBuildingTexts(
  { settings }: Campus,
  given: Partial<BuildingTexts>,
): { texts: Partial<BuildingTexts>; problems: { [Field in keyof BuildingTexts]?: FieldCode | null } } {
  const { name, category, info } = given;
  const tidy = (text: string) => normalizeText(text).trim();
  const texts = {
    ...(name === undefined ? {} : { name: tidy(name) }),
    ...(category === undefined ? {} : { category: tidy(category) }),
    ...(info === undefined ? {} : { info: tidy(info) }),
  };
  const isKnown = settings.categories.some((known) => known.name === texts.category);
  return {
    texts,
    problems: {
      ...(texts.name === undefined ? {} : { name: lineProblem(texts.name, BUILDING_NAME_MAX) }),
      ...(texts.category === undefined || isKnown
        ? {}
        : { category: lineProblem(texts.category, Infinity) ?? 'unknown' }),
      ...(texts.info === undefined ? {} : { info: lineProblem(texts.info, BUILDING_INFO_MAX) }),
    },
  };
}
