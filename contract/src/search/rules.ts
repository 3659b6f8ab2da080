import type { FieldCode } from '../errors.ts';
import { POST_BODY_MAX } from '../posts/rules.ts';
import { countCodePoints, isBlank, normalizeForm, normalizeText } from '../text/rules.ts';

/** The longest query, in code points. */
export const QUERY_MAX = 50;
/** So many letters of a query may be said to stand for themselves, as it was typed and as it was read. */
export const PLAIN_MAX = 2 * QUERY_MAX;
/** A walk, or a list of candidates, reads so many posts a call at most; then the answer says where to go on. */
export const READ_MAX = 3_000;
/** So many matches, newest first, are put in order together. */
export const RANKED_MAX = 300;
/** How many similar questions are shown below a title. */
export const SIMILAR_MAX = 5;

/** NFKC (full width, half width and what a Mac takes apart), lower case, each white space one space, no invisible signs. */
export function foldText(text: string): string {
  return normalizeForm(normalizeText(text), 'NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}\u115F\u1160]+/gu, ' ')
    .trim();
}

const HANGUL = /\p{Script=Hangul}/u;
const LETTER = /[\p{Script=Hangul}\p{Script=Latin}\d+#%]/u;

/** Whether people write a space between these two letters, or none, as they like: both Hangul, or the one Hangul and the other Latin or a digit. */
export const areJoined = (before: string, after: string): boolean =>
  HANGUL.test(before) ? LETTER.test(after) : HANGUL.test(after) && LETTER.test(before);

/** The space, and the signs that people put between the numbers of a date or a price: `4.18`, `4·18`, `1,500`. */
export const SEPARATORS = ' .,·ᆞ・';

/** The text without signs between digits: `418기념관` of `4·18기념관`. */
export const joinNumbers = (text: string): string => text.replaceAll(/(?<=\d)[.,·ᆞ・](?=\d)/gu, '');

/** Cuts a number where it may have commas: `1` and `500`. Returns any other text whole. */
function splitThousands(text: string): string[] {
  if (!/^\d{4,}$/.test(text)) return [text];
  const first = text.length % 3 || 3;
  return [text.slice(0, first), ...(text.slice(first).match(/\d{3}/g) ?? [])];
}

/** Cuts a word where others write a space or another sign: `sk` and `미래관`, `4`, `18` and `기념관`, `1`, `500` and `원`. */
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

/**
 * The form in which names are compared and words are marked: folded, and without white space between {@link areJoined} letters.
 * Done again it changes nothing.
 */
export const squashText = (text: string): string => dropSpaces(text, areJoined);

/** The form in which texts of posts are stored for search: folded, and without white space between Hangul. */
export const squashHangul = (text: string): string =>
  dropSpaces(text, (before, after) => HANGUL.test(before) && HANGUL.test(after));

/** So many letters are searched of a post: more than the longest has, unless it is made of signs that become many letters. */
const SEARCHED_MAX = 2 * POST_BODY_MAX;

/** The text of a post as it is stored for search: the line end in front and the tab between stand nowhere else in it. */
export function searchText(post: { title: string; body: string }): string {
  const text = `\n${squashHangul(post.title)}\t${squashHangul(post.body)}`;
  return text.length <= SEARCHED_MAX ? text : [...text].slice(0, SEARCHED_MAX).join('');
}

/** The words of a query, each once, without the signs around them. A word of signs alone says nothing; emoji are words. */
export function searchWords(query: string): string[] {
  const words = foldText(query)
    .split(/[ ,;|]+/)
    .flatMap((word) => WORD.exec(word)?.[0] ?? []);
  return [...new Set(words.map((word) => normalizeForm(word, 'NFKC')))];
}

/** Letters, digits, marks and emoji, with what stands between the first and the last; `c++`, `c#` and `100%` are words too. */
const WORD =
  /[\p{L}\p{N}\p{Extended_Pictographic}](?:.*[\p{L}\p{N}\p{M}\p{Extended_Pictographic}])?(?:(?<=[a-z])[+#]{1,2}|(?<=\d)%)?/su;

/** Every two letters that stand together in a word. */
export function piecesOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

/** A query of one syllable or letter: names and beginnings of titles only. */
export function isOneLetter(words: readonly string[]): boolean {
  const [word = '', ...others] = words;
  return others.length === 0 && [...word].length === 1;
}

/** Why a query is refused, or null. */
export function queryProblem(query: string): FieldCode | null {
  if (isBlank(query)) return 'required';
  return countCodePoints(query.trim()) > QUERY_MAX ? 'tooLong' : null;
}

/** What stands behind a Korean noun, the longest first. */
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

/** Particles that stand only behind a final consonant, and those that stand only behind a vowel: 와이파이 is no 와이파 + 이. */
const BEHIND_CONSONANT = /^(?:이|은$|을|과|으)/;
const BEHIND_VOWEL = /^(?:가|는|를|와|라도|랑|나|란|요)/;

/** The words without a particle behind those of three syllables and more; at least two are left of each, behind a digit too. */
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

/** Whether a particle suits the syllable before it. */
export function canStand(particle: string, before: string): boolean {
  const isClosed = (before.charCodeAt(0) - 0xac00) % 28 > 0;
  return !(isClosed ? BEHIND_VOWEL : BEHIND_CONSONANT).test(particle);
}

/**
 * Whether a query says nothing that anybody could write of: jamo alone, one letter again and again, neighbouring keys, or
 * Latin letters without a vowel.
 */
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
