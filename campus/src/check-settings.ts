import type { CampusSettings } from '@madang/contract/campus/schema';

/** Names that a category cannot have: posts of the festival stand under this one. */
const RESERVED = ['festival'];

/** Takes a mistake in the settings, at the path of its field. */
export type Report = (problem: string, path: readonly (string | number)[]) => void;

/** What the schema cannot say of the settings: references, uniqueness, and the time zone. */
export function checkSettings(settings: CampusSettings, report: Report): void {
  checkTimeZone(settings.timeZone, report);
  const categories = settings.categories.map((category) => category.name);
  checkUnique('categories', categories, report);
  categories.forEach((name, index) => {
    if (RESERVED.includes(name)) report(`"${name}" is the name of a board`, ['categories', index, 'name']);
  });
  checkUnique('keywords', settings.keywords, report);
  checkUnique('festivalKeywords', settings.festivalKeywords, report);
  checkUnique('searchTerms', settings.searchTerms, report);
  checkUnique('placeholderPictures', settings.placeholderPictures, report);
  for (const field of ['amenityDays', 'amenityIcons'] as const)
    for (const kind of Object.keys(settings[field] ?? {}))
      if (!settings.searchTerms.includes(kind))
        report(`"${kind}" is none of ${settings.searchTerms.join(', ')}`, [field, kind]);
  const expectOneOf = (all: readonly string[], some: readonly string[], path: readonly string[]) =>
    some.forEach((name, index) => {
      if (!all.includes(name)) report(`"${name}" is none of ${all.join(', ')}`, [...path, index]);
    });
  expectOneOf(settings.keywords, settings.freeRoomKeywords ?? [], ['freeRoomKeywords']);
  for (const [keyword, { amenities = [] }] of Object.entries(settings.keywordPlaces ?? {})) {
    if (!settings.keywords.includes(keyword))
      report(`"${keyword}" is none of ${settings.keywords.join(', ')}`, ['keywordPlaces', keyword]);
    expectOneOf(settings.searchTerms, amenities, ['keywordPlaces', keyword, 'amenities']);
  }
  settings.keywordCategories.forEach((entry, index) => {
    const path = ['keywordCategories', index] as const;
    if (entry.id !== index + 1) report(`must be ${index + 1}, is ${entry.id}`, [...path, 'id']);
    if (!categories.includes(entry.category))
      report(`"${entry.category}" is none of ${categories.join(', ')}`, [...path, 'category']);
  });
}

function checkTimeZone(timeZone: string, report: Report): void {
  try {
    new Intl.DateTimeFormat('ko', { timeZone });
  } catch {
    report(`"${timeZone}" is no time zone`, ['timeZone']);
  }
}

function checkUnique(field: string, values: readonly string[], report: Report): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index) report(`"${value}" stands twice`, [field, index]);
  });
}
