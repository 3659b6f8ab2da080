import { CROWDS } from '../voices/rules.ts';

/** Digits and letters that are not mistaken for each other on paper (Crockford's base 32). */
export const CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Eight of them are 40 bits: nobody comes upon a code by trying. */
export const CODE_LENGTH = 8;
/** In letters; so much fits on the sign. */
export const SPOT_MAX = 40;
/** So many voices an hour one code takes, of whomever. */
export const CODE_VOICES_AN_HOUR = 30;
/** So many of a student's voices by code weigh more, at one place in an hour. */
export const WEIGHTY_AN_HOUR = 2;

/** What is said of a place by its code. */
export const CODE_VOICES = [...CROWDS, 'quiet'] as const;
export type CodeVoice = (typeof CODE_VOICES)[number];

/** What a form of the page may say: a voice, or that the amenity is still there. */
export const CODE_ANSWERS = [...CODE_VOICES, 'there'] as const;
export type CodeAnswer = (typeof CODE_ANSWERS)[number];

export const SIGN_SIZES = ['a6', 'a7'] as const;
export type SignSize = (typeof SIGN_SIZES)[number];

/** A code as it is stored, however somebody typed it; null for what is none [PL-11]. */
export function readCode(text: string): string | null {
  if (text.length !== CODE_LENGTH) return null;
  const code = text.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return [...code].every((letter) => CODE_LETTERS.includes(letter)) ? code : null;
}
