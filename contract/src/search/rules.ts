import type { FieldCode } from '../errors.ts';
import { POST_BODY_MAX } from '../posts/rules.ts';
import { countCodePoints, isBlank, normalizeForm, normalizeText } from '../text/rules.ts';

/** Maximum length of a query, in code points. */
export const QUERY_MAX = 50;
/** Maximum letters of a query marked literal, as typed and corrected. */
export const PLAIN_MAX = 2 * QUERY_MAX;
/** Maximum posts read by one call; the answer then has a cursor. */
export const READ_MAX = 3_000;
/** Number of newest matches that are ranked together. */
export const RANKED_MAX = 300;
/** Maximum similar questions below a title. */
export const SIMILAR_MAX = 5;

/** Folds a text: NFKC, lower case, single spaces, no invisible characters. */
export function foldText(text: string): string {
  return normalizeForm(normalizeText(text), 'NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}\u115F\u1160]+/gu, ' ')
    .trim();
}

const HANGUL = /\p{Script=Hangul}/u;
const LETTER = /[\p{Script=Hangul}\p{Script=Latin}\d+#%]/u;

/** Whether a space is optional: between Hangul, or Hangul and Latin or a digit. */
export const areJoined = (before: string, after: string): boolean =>
  HANGUL.test(before) ? LETTER.test(after) : HANGUL.test(after) && LETTER.test(before);

/** Space and separators within dates and prices: `4.18`, `4·18`, `1,500`. */
export const SEPARATORS = ' .,·ᆞ・';

/** Removes signs between digits: `418기념관` from `4·18기념관`. */
export const joinNumbers = (text: string): string => text.replaceAll(/(?<=\d)[.,·ᆞ・](?=\d)/gu, '');

/** Splits a number at possible commas: `1` and `500`. */
function splitThousands(text: string): string[] {
  if (!/^\d{4,}$/.test(text)) return [text];
  const first = text.length % 3 || 3;
  return [text.slice(0, first), ...(text.slice(first).match(/\d{3}/g) ?? [])];
}

/** Splits a word at optional spaces and signs: `sk` and `미래관`, `1`, `500` and `원`. */
export const splitScripts = (word: string): string[] =>
  word
    .split(/(?<=\d)[.,·ᆞ・](?=\d)/u)
    .flatMap((part) =>
      part.split(
        /(?<=\p{Script=Hangul})(?=[\p{Script=Latin}\d])|(?<=[\p{Script=Latin}\d+#%])(?=\p{Script=Hangul})/u,
      ),
    )
    .flatMap(splitThousands);

const dropSpaces = (text: string, isDropped: (before: string, after: string) => boolean): string =>
  normalizeForm(
    foldText(text).replace(/(?<=(.)) (?=(.))/gsu, (space, before: string, after: string) =>
      isDropped(before, after) ? '' : space,
    ),
    'NFKC',
  );

/** Returns the compared form of names: folded, without space between {@link areJoined} letters. Idempotent. */
export const squashText = (text: string): string => dropSpaces(text, areJoined);

/** Returns the stored search form: folded, without space between Hangul. */
export const squashHangul = (text: string): string =>
  dropSpaces(text, (before, after) => HANGUL.test(before) && HANGUL.test(after));

/** Maximum searched letters of a post, unless characters expand into many. */
const SEARCHED_MAX = 2 * POST_BODY_MAX;

/** Returns a post's searchable text. Initial line end and tab are unique. */
export function searchText(post: { title: string; body: string }): string {
  const text = `\n${squashHangul(post.title)}\t${squashHangul(post.body)}`;
  return text.length <= SEARCHED_MAX ? text : [...text].slice(0, SEARCHED_MAX).join('');
}

/** Returns a query's unique words without surrounding signs; keeps emoji. */
export function searchWords(query: string): string[] {
  const words = foldText(query)
    .split(/[ ,;|]+/)
    .flatMap((word) => WORD.exec(word)?.[0] ?? []);
  return [...new Set(words.map((word) => normalizeForm(word, 'NFKC')))];
}

/** Letters, digits, marks, emoji and characters between: `c++`, `c#`, `100%`. */
const WORD =
  /[\p{L}\p{N}\p{Extended_Pictographic}](?:.*[\p{L}\p{N}\p{M}\p{Extended_Pictographic}])?(?:(?<=[a-z])[+#]{1,2}|(?<=\d)%)?/su;

/** Returns all pairs of adjacent letters in a word. */
export function piecesOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

/** Whether a query is one letter: it only matches names and beginnings of titles. */
export function isOneLetter(words: readonly string[]): boolean {
  const [word = '', ...others] = words;
  return others.length === 0 && [...word].length === 1;
}

/** Returns why a query is rejected, or null. */
export function queryProblem(query: string): FieldCode | null {
  if (isBlank(query)) return 'required';
  return countCodePoints(query.trim()) > QUERY_MAX ? 'tooLong' : null;
}

/** Particles after a Korean noun, longest first. */
export const PARTICLES = [
  ['에서부터', '으로부터', '에서까지'],
  [
    '에서는',
    '에서도',
    '에서만',
    '까지는',
    '까지도',
    '에게서',
    '한테서',
    '으로는',
    '으로도',
    '이라도',
    '이라는',
  ],
  [
    '에서',
    '에게',
    '한테',
    '으로',
    '까지',
    '부터',
    '처럼',
    '보다',
    '마다',
    '밖에',
    '조차',
    '이랑',
    '하고',
    '라도',
  ],
  ['이나', '에는', '에도', '에만', '와는', '과는', '께서', '이란'],
  ['은', '는', '이', '가', '을', '를', '에', '의', '도', '로', '와', '과', '랑', '만', '나', '란', '요'],
].flat();

/** Particles only after a consonant, or a vowel: 와이파이 is no 와이파 + 이. */
const BEHIND_CONSONANT = /^(?:이|은$|을|과|으)/;
const BEHIND_VOWEL = /^(?:가|는|를|와|라도|랑|나|란|요)/;

/** Returns words without particles, from three syllables or after a digit; two remain. */
export function cutParticles(words: readonly string[]): string[] {
  return [...new Set(words.map(cutParticle))];
}

function cutParticle(word: string): string {
  if (!/(?:^|[\p{Script=Latin}\d])\p{Script=Hangul}{3,}$/u.test(word)) return word;
  const named = word.replace(/^.*\d/su, '');
  const particle = PARTICLES.find(
    (end) =>
      word.endsWith(end) && named.length - end.length >= 2 && canStand(end, word.at(-1 - end.length) ?? ''),
  );
  return particle === undefined ? word : word.slice(0, -particle.length);
}

/** Whether a particle fits the syllable before it. */
export function canStand(particle: string, before: string): boolean {
  const isClosed = (before.charCodeAt(0) - 0xac00) % 28 > 0;
  return !(isClosed ? BEHIND_VOWEL : BEHIND_CONSONANT).test(particle);
}

/** Whether a query is meaningless: jamo, repeated or neighbouring keys, Latin without vowel. */
export function isGibberish(query: string): boolean {
  return searchWords(query).every(
    (word) =>
      /^[\u1100-\u11FF]+$/.test(word) ||
      new Set(word).size === 1 ||
      (/^[a-z]{5,}$/.test(word) && !/[aeiouy]/.test(word)) ||
      (word.length >= 4 && KEY_ROWS.some((row) => row.includes(word))),
  );
}

const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
