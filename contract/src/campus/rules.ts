/** Editions: `beta` is exactly the specification, `official` adds to it. */
export const EDITIONS = ['beta', 'official'] as const;
export type Edition = (typeof EDITIONS)[number];

/** Whether a call or screen exists in `edition`. */
export function isIn(row: object & { edition?: Edition }, edition: Edition): boolean {
  return row.edition === undefined || row.edition === edition;
}

/** Ids of boards outside the building list [SC-09]. */
export const SPECIAL_BOARD_IDS = ['freedom', 'feedback', 'buildingNotice', 'question', 'festival'] as const;

/** Sizes of a campus's lists. Four building and three keyword categories are this repository's. */
export const CAMPUS_COUNTS = {
  keywords: 12,
  festivalKeywords: 2,
  searchTerms: 11,
  categories: { least: 2, most: 8 },
} as const;

/** Returns a displayed keyword, such as `조용한 장소` [EN-03]; festival ones without place word. */
export function placeKeyword(keyword: string, placeWord: string): string {
  return `${keyword} ${placeWord}`;
}

/** Icons for keywords; the default is `place`. */
export const KEYWORD_ICONS = [
  'place',
  'video',
  'group',
  'sleep',
  'meal',
  'study',
  'power',
  'rest',
  'talk',
  'present',
  'laptop',
  'quiet',
  'best',
] as const;
export type KeywordIcon = (typeof KEYWORD_ICONS)[number];

/** Icons for kinds of amenities; the default is `place`. */
export const AMENITY_ICONS = [
  'place',
  'water',
  'reading',
  'study',
  'lounge',
  'care',
  'library',
  'meal',
  'cafe',
  'store',
  'vending',
  'print',
] as const;
export type AmenityIcon = (typeof AMENITY_ICONS)[number];

/** Answers above the posts: free rooms, today's meals, emergency contacts. */
export const SEARCH_ANSWERS = ['rooms', 'meals', 'emergency'] as const;
export type SearchAnswer = (typeof SEARCH_ANSWERS)[number];

/** Words for one thing, and the answer that search shows. */
export interface Synonyms {
  words: readonly string[];
  opens?: SearchAnswer | undefined;
}
