import { CROWDS } from '../voices/rules.ts';

/** Digits and letters that are not confused on paper (Crockford's base 32). */
export const CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Eight letters are 40 bits: a code cannot be guessed. */
export const CODE_LENGTH = 8;
/** In letters; the limit of what fits on the sign. */
export const SPOT_MAX = 40;
/** Reports an hour that one code accepts, from all users together. */
export const CODE_REPORTS_AN_HOUR = 30;
/** A student's weightier reports by code, at a place in an hour. */
export const WEIGHTY_AN_HOUR = 2;

/** Crowd reports that a code page accepts. */
export const CODE_REPORTS = [...CROWDS, 'quiet'] as const;
export type CodeReport = (typeof CODE_REPORTS)[number];

/** Answers of the code page: a crowd report, or that the amenity exists. */
export const CODE_ANSWERS = [...CODE_REPORTS, 'there'] as const;
export type CodeAnswer = (typeof CODE_ANSWERS)[number];

export const SIGN_SIZES = ['a6', 'a7'] as const;
export type SignSize = (typeof SIGN_SIZES)[number];

/** Returns a typed code's stored form; null if invalid [PL-11]. */
export function readCode(text: string): string | null {
  if (text.length !== CODE_LENGTH) return null;
  const code = text.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return [...code].every((letter) => CODE_LETTERS.includes(letter)) ? code : null;
}
