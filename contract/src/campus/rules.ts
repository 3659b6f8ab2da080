import { isBlank } from '../text/rules.ts';

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

export const BUILDING_NAME_MAX = 60;
export const BUILDING_INFO_MAX = 1_000;
export const SEATS_MAX = 300;
const HTTPS = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d{2,4})?(?:[/?#][!-~]*)?$/i;

/** Returns why a one-line text is rejected, or null. */
export function lineProblem(text: string, max: number): 'required' | 'invalid' | 'tooLong' | null {
  const line = text.trim();
  if (isBlank(line)) return 'required';
  if (line.includes('\n')) return 'invalid';
  return line.length > max ? 'tooLong' : null;
}

/** Returns why a building id, part of addresses, is rejected, or null. */
export function buildingIdProblem(id: string): 'required' | 'invalid' | null {
  if (isBlank(id)) return 'required';
  return /^[A-Za-z0-9-]{1,60}$/.test(id) ? null : 'invalid';
}

/** Returns why a seat counter's address is rejected, or null. Empty means none. */
export function seatsProblem(url: string): 'invalid' | 'tooLong' | null {
  if (url.length > SEATS_MAX) return 'tooLong';
  return url === '' || HTTPS.test(url) ? null : 'invalid';
}

/** Kinds of map shapes: areas, lines, and points with a symbol. */
export const MAP_AREAS = ['green'] as const;
export const MAP_LINES = ['road', 'path', 'steps', 'slope'] as const;
export const MAP_POINTS = ['gate', 'lift', 'place'] as const;

/** Width of the map at the smallest zoom, in rem. */
export const MAP_WIDTH = 36;
/** Zooms of the buttons; each label is shown from one of them. */
export const MAP_ZOOMS = [1, 1.35, 2, 3, 4.5] as const;
/** Index of the initial zoom. */
export const MAP_START = 1;
/** Font size and line height of labels, in rem. */
export const LABEL_SIZE = 0.8125;
export const LABEL_LINE = 0.9375;

/** Maximum buildings that a student may pin to home [EV-01]. */
export const PINS_MAX = 5;
