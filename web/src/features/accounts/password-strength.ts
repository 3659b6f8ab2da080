import { PASSWORD_MIN } from '@madang/contract/accounts/rules';
import { COMMON_WORDS } from './common-passwords.ts';
import { toKeys } from './korean-keys.ts';

/** Strength of a password: 0 too short, 1 guessed soon, 2 holds for a while, 3 holds. */
export type Strength = 0 | 1 | 2 | 3;

/** Bits of each key outside a likely piece. */
const BITS = { lower: 4, upper: 4.5, digit: 3.3, other: 5 };
/** Bits of a likely piece: a common word, the user's own, a run, a year, a repeat. */
const COMMON = 7;
const OWN = 3;
const RUN = 5;
const YEAR = 6;
const REPEAT = 3;
/** Thresholds in bits: below `WEAK` a stolen hash is cracked within seconds; from `GOOD` on it is not worthwhile. */
const WEAK = 30;
const GOOD = 48;

const rows = ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./', 'abcdefghijklmnopqrstuvwxyz'];
/** Keyboard columns, top to bottom: 1qaz, 2wsx. */
const columns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '0p;/'];
const walks = [...rows, ...columns].flatMap((walk) => [walk, [...walk].reverse().join('')]);
/** Signs on digit keys, and signs that replace a letter. */
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
 * Returns an estimate, never a rule. Reads the password as keys, so Korean typed on either layout is equal, and splits it into
 * the longest likely pieces. The user's names (`own`) are likely.
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

/** Returns the longest likely piece at this position, at least one key. */
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

/** Returns the length of a run: at least three adjacent keys, or consecutive letters or digits. */
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

/** Returns the length of a year with optional month and day, or a six-digit birthday. */
function measureYear(rest: string): number {
  const day =
    /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?|^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/;
  return day.exec(rest)?.[0].length ?? 0;
}

/** Returns the length of a repeat: of the preceding keys, or of one key three times. */
function measureRepeat(keys: string, from: number): number {
  for (let length = Math.min(from, keys.length - from); length >= 2; length -= 1)
    if (keys.slice(from - length, from) === keys.slice(from, from + length)) return length;
  const same = /^(.)\1{2,}/su.exec(keys.slice(from))?.[0].length ?? 0;
  return same || (from > 0 && keys[from] === keys[from - 1] ? 1 : 0);
}

/** Returns names as keys; of an email address, its parts split at punctuation. */
function findOwnWords(own: readonly string[]): string[] {
  const parts = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts.map((part) => toKeys(part).toLowerCase()))].filter((word) => word.length >= 3);
}

function bitsOf(key: string): number {
  if (/[a-z]/.test(key)) return BITS.lower;
  if (/[A-Z]/.test(key)) return BITS.upper;
  return /\d/.test(key) ? BITS.digit : BITS.other;
}
