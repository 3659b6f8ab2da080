import { PASSWORD_MIN } from '@madang/contract/accounts/rules';
import { COMMON_WORDS } from './common-passwords.ts';
import { toKeys } from './korean-keys.ts';

/** How hard a password is to guess: 0 too short, 1 guessed soon, 2 holds for a while, 3 holds. */
export type Strength = 0 | 1 | 2 | 3;

/** Bits of each key that belongs to no likely piece. */
const BITS = { lower: 4, upper: 4.5, digit: 3.3, other: 5 };
/** Bits of a likely piece: a common word, one of the user's own, a run, a year, a repeat. */
const COMMON = 7;
const OWN = 3;
const RUN = 5;
const YEAR = 6;
const REPEAT = 3;
/** In bits: below `WEAK` a stolen hash is broken within seconds, from `GOOD` on it is not worth trying. */
const WEAK = 30;
const GOOD = 48;

const rows = ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./', 'abcdefghijklmnopqrstuvwxyz'];
/** Top to bottom: 1qaz, 2wsx. */
const columns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'];
const walks = [...rows, ...columns].flatMap((walk) => [walk, [...walk].reverse().join('')]);
/** Signs on the keys of digits, and those that stand for a letter. */
const stands: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  0: 'o',
  1: 'i',
  '!': 'i',
  3: 'e',
  $: 's',
  5: 's',
  7: 't',
};

/**
 * An honest estimate, never a rule. The password is read as keys pressed, so that Korean typed on an English keyboard
 * and the other way round are one, then cut from the left into the longest likely pieces. What the user is called
 * (`own`) is likely.
 */
export function estimateStrength(password: string, own: readonly string[] = []): Strength {
  if ([...password].length < PASSWORD_MIN) return 0;
  const keys = toKeys(password);
  const words = findOwnWords(own);
  let bits = 0;
  for (let from = 0; from < keys.length;) {
    const piece = findPiece(keys, from, words);
    bits += piece.bits;
    from += piece.length;
  }
  return bits < WEAK ? 1 : bits < GOOD ? 2 : 3;
}

interface Piece {
  length: number;
  bits: number;
}

/** The longest likely piece that begins here, at the least one key. */
function findPiece(keys: string, from: number, own: readonly string[]): Piece {
  const rest = keys.slice(from).toLowerCase();
  const read = [...rest].map((key) => stands[key] ?? key).join('');
  const word = (words: Iterable<string>) =>
    Math.max(
      0,
      ...[...words].filter((one) => rest.startsWith(one) || read.startsWith(one)).map((one) => one.length),
    );
  const pieces: Piece[] = [
    { length: word(own), bits: OWN },
    { length: word(COMMON_WORDS), bits: COMMON },
    { length: measureRun(rest), bits: RUN },
    { length: measureYear(rest), bits: YEAR },
    { length: measureRepeat(keys, from), bits: REPEAT },
    { length: 1, bits: bitsOf(keys[from] ?? '') },
  ];
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest));
}

/** At least three keys that lie beside each other, or letters and digits that follow each other. */
function measureRun(rest: string): number {
  let longest = 0;
  for (const walk of walks) {
    const start = walk.indexOf(rest[0] ?? '');
    if (start === -1) continue;
    let length = 1;
    while (length < rest.length && walk[start + length] === rest[length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest >= 3 ? longest : 0;
}

/** A year, with month and day or without, or a birthday as six digits. */
function measureYear(rest: string): number {
  const day =
    /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?|^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/;
  return day.exec(rest)?.[0].length ?? 0;
}

/** What stood right before comes again, or one key three times. */
function measureRepeat(keys: string, from: number): number {
  for (let length = Math.min(from, keys.length - from); length >= 2; length -= 1)
    if (keys.slice(from - length, from) === keys.slice(from, from + length)) return length;
  const same = /^(.)\1{2,}/su.exec(keys.slice(from))?.[0].length ?? 0;
  return same || (from > 0 && keys[from] === keys[from - 1] ? 1 : 0);
}

/** Names as keys; of an address, what stands before the domain and between its dots. */
function findOwnWords(own: readonly string[]): string[] {
  const parts = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts.map((part) => toKeys(part).toLowerCase()))].filter((word) => word.length >= 3);
}

function bitsOf(key: string): number {
  if (/[a-z]/.test(key)) return BITS.lower;
  if (/[A-Z]/.test(key)) return BITS.upper;
  return /\d/.test(key) ? BITS.digit : BITS.other;
}
