/** `beta` is the specification to the letter, `official` what is built beyond it. */
export const EDITIONS = ['beta', 'official'] as const;
export type Edition = (typeof EDITIONS)[number];

/** Whether a call or screen of one edition, or of both, exists in `edition`. */
export function isIn(row: object & { edition?: Edition }, edition: Edition): boolean {
  return row.edition === undefined || row.edition === edition;
}

/** Ids of the boards that are not buildings and never stand in the building list [SC-09]. */
export const SPECIAL_BOARD_IDS = ['freedom', 'feedback', 'buildingNotice', 'question', 'festival'] as const;

/**
 * How many of each thing a campus has. The four building and three keyword categories of the specification
 * are those of this repository's campus; another has its own.
 */
export const CAMPUS_COUNTS = {
  keywords: 12,
  festivalKeywords: 2,
  searchTerms: 11,
  categories: { least: 2, most: 8 },
} as const;

/** A student may choose or read a keyword as `조용한 장소` [EN-03]; festival ones stay bare. */
export function placeKeyword(keyword: string, placeWord: string): string {
  return `${keyword} ${placeWord}`;
}

/** The icons that a campus may give its keywords; one without has `place`. */
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

/** The icons that a campus may give its kinds of amenities; one without has `place`. */
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

/** What the app shows above the posts of a search, without a post: free rooms, today's meals, whom to call. */
export const SEARCH_ANSWERS = ['rooms', 'meals', 'emergency'] as const;
export type SearchAnswer = (typeof SEARCH_ANSWERS)[number];

/** Words that students use for one thing, and what the app shows for it. */
export interface Synonyms {
  words: readonly string[];
  opens?: SearchAnswer | undefined;
}
