import { PASSWORD_MIN } from '@madang/contract/accounts/rules';

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

/**
 * Common passwords and their words: English ones from published lists, Korean habits, and Korean words as keys (안녕 is `dkssud`).
 * Rows, runs, repeats and years are rules.
 */
export const COMMON_WORDS: readonly string[] = `
  password passwd pass admin login welcome letmein master guest test user
  secret default hello iloveyou love sunshine princess dragon monkey shadow
  football tiger flower computer internet google naver kakao daum apple iphone android nexon
  korea corea seoul busan anam korean univ university student
  school college campus madang angel happy smile
  qazwsx zaqxsw qweasd asdqwe q1w2e3 1q2w3e4r5t 1q2w3e4r 1q2w3e q1w2e3r4 zaq12wsx
  a1b2c3 1004 7942 8282 486 5252 1212 1313 1122 112233 11223344 asdf1234 qwer1234
  dkssud dkssudgktpdy tkfkd tkfkdgo tkfkdgody gksrnr rhfueo rhfueogkrry rhkdgkrry qlalfqjsgh qlqjs dkagh dlfma
  eogksalsrnr gkrry gkrtod tjdnf qntks dnflskfk gkssk wlrwjq dnjsghfkddl ghfkddl tkwk ghkdl dkssl cjswo
  rhdid rhdiddl rkddkwl qhfkd gkqrur dnlfk tkfkagkqslek rhakdnj dkdlemf akstp gkdl gkgkgk
  dnflwlq djaak dkqk djaakdkqk dhqk djssl skdi sjsms qkqh tlqkf rotorl altlr alcls wkdrns wjsgkqnr dnjf
  kimchi hangul sarang saranghae annyeong jjang baby
`
  .trim()
  .split(/\s+/);

/** English keys of Korean letters in the standard two-set layout. */
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const FINALS = ' r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ');
/** Single letters from ㄱ on, in Unicode order. */
const LOOSE =
  'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(
    ' ',
  );

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FIRST_LOOSE = 0x3131;

/** Returns the keys pressed for the text: 안녕 is `dkssud`. Other text stays. */
export function toKeys(text: string): string {
  return [...text.normalize('NFC')].map(keysOf).join('');
}

function keysOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return LOOSE[code - FIRST_LOOSE] ?? letter;
  const place = code - FIRST_SYLLABLE;
  const initial = INITIALS[Math.floor(place / (VOWELS.length * FINALS.length))];
  const vowel = VOWELS[Math.floor(place / FINALS.length) % VOWELS.length];
  return `${initial}${vowel}${FINALS[place % FINALS.length]}`;
}
