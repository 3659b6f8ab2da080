// Recognizes places by initials (ㄷㅅㄱ), English keyboard (ehtjrhks), or a typing error (도사관), among place names only.
import { normalizeForm } from '../text/rules.ts';
import { squashText } from './rules.ts';

/** A name of a place; a place may have several. */
export interface PlaceName {
  name: string;
}

/** Korean keyboard keys by letter, in the order of Unicode's conjoining jamo. */
const KEYS = {
  initial: 'r R s e E f a q Q t T d w W c z x v g'.split(' '),
  vowel: 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' '),
  final: ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')],
};
/** Initial letters typed alone, in the same order. */
const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
/** The first vowel typed alone, ㅏ; others follow in order. */
const FIRST_VOWEL = 0x314f;
const FIRST = 0xac00;
const LAST = 0xd7a3;

/** Confidence of a match; higher is better. */
const SURENESS = { holds: 4, initials: 3, keyboard: 3, slip: 2 };

/** The matched part of a name: `도서관` of 과학도서관 for ㄷㅅㄱ. */
interface Meaning {
  sure: number;
  reading: string;
}

/** Something with a name and nicknames used by students. */
export interface Named {
  name: string;
  nicknames?: readonly string[] | undefined;
}

/** Returns unique matches by name, nickname, initials or the other layout's keys, best first. */
export function findNamed<One extends Named>(query: string, all: readonly One[]): One[] {
  const names = all.flatMap((one) => [one.name, ...(one.nicknames ?? [])].map((name) => ({ name, one })));
  return [...new Set(findPlaceNames(query, names).map(({ one }) => one))];
}

/** Returns matches during typing. The last syllable may be incomplete or too long (`과ㅎ` and `믿` for 과학 and 미디어). */
export function findTyped<One extends Named>(typed: string, all: readonly One[]): One[] {
  const named = findNamed(typed, all);
  const text = dropSigns(normalizeForm(typed, 'NFC'));
  if (named.length > 0 || !/[ㄱ-ㅎㅏ-ㅣ가-힣]$/u.test(text)) return named;
  const keys = keysOf(text);
  const begun = all.filter(({ name, nicknames = [] }) =>
    [name, ...nicknames].some((one) => findKeys(dropSigns(one), keys) !== undefined),
  );
  // An incomplete syllable has no other meaning.
  return begun.length > 0 ? begun : findNamed(text.replace(/(?<=[가-힣])[ㄱ-ㅎㅏ-ㅣ]$/u, ''), all);
}

/** Returns the names that a query matches, best first, then shortest; may be empty. */
export function findPlaceNames<Name extends PlaceName>(query: string, names: readonly Name[]): Name[] {
  return findMeanings(query, names).map(({ name }) => name);
}

/** Returns the name that a query means without containing it; null otherwise. */
export function readPlaceName(query: string, names: readonly PlaceName[]): string | null {
  const [meant] = findMeanings(query, names);
  return meant && meant.sure < SURENESS.holds ? meant.reading : null;
}

function findMeanings<Name extends PlaceName>(
  query: string,
  names: readonly Name[],
): (Meaning & { name: Name })[] {
  const typed = dropSigns(normalizeForm(query, 'NFC'));
  const meanings = names.flatMap((name, index) => {
    const meaning = meaningOf(typed, name.name);
    return meaning ? [{ ...meaning, name, index }] : [];
  });
  const best = Math.max(0, ...meanings.map(({ sure }) => sure));
  return meanings
    .filter(({ sure }) => sure === best)
    .sort((one, other) => one.name.name.length - other.name.name.length || one.index - other.index);
}

/** Removes spaces and signs: `4·18`, `4.18` and `4ㆍ18` are equal. */
const dropSigns = (text: string): string => text.replaceAll(/[\s\p{P}\p{S}ㆍᆞ]/gu, '');

function meaningOf(typed: string, name: string): Meaning | null {
  const plain = dropSigns(name);
  const as = (sure: number, reading: string | undefined) =>
    reading === undefined ? null : { sure, reading };
  if (typed === '') return null;
  if (squashText(plain).includes(squashText(typed))) return as(SURENESS.holds, typed);
  if (isInitials(typed)) return as(SURENESS.initials, findInitials(plain, typed));
  if (/^[a-z]{4,}$/i.test(typed)) return as(SURENESS.keyboard, findKeys(plain, typed));
  return as(SURENESS.slip, findSlip(typed, name));
}

const isInitials = (typed: string) =>
  typed.length >= 2 && [...typed].every((letter) => INITIALS.includes(letter));

const isSyllable = (letter: string) => {
  const code = letter.codePointAt(0) ?? 0;
  return code >= FIRST && code <= LAST;
};

/** Returns ㄷㅅㄱ for 도서관; other characters are unchanged. */
export function initialsOf(text: string): string {
  return [...text].map((letter) => (isSyllable(letter) ? INITIALS[partsOf(letter)[0]] : letter)).join('');
}

/** Returns the keys for a text on a Korean keyboard: `ehtjrhks` for 도서관. */
export function keysOf(text: string): string {
  return [...text].map(keysOfLetter).join('');
}

/** Returns the indices of a syllable's three letters. */
function partsOf(syllable: string): [initial: number, vowel: number, final: number] {
  const code = (syllable.codePointAt(0) ?? FIRST) - FIRST;
  return [Math.floor(code / 588), Math.floor((code % 588) / 28), code % 28];
}

function keysOfLetter(letter: string): string {
  if (!isSyllable(letter)) {
    const vowel = (letter.codePointAt(0) ?? 0) - FIRST_VOWEL;
    return KEYS.initial[INITIALS.indexOf(letter)] ?? KEYS.vowel[vowel] ?? letter.toLowerCase();
  }
  const [initial, vowel, final] = partsOf(letter);
  return `${KEYS.initial[initial]}${KEYS.vowel[vowel]}${KEYS.final[final]}`;
}

/** Returns the syllables of a name with these initial letters. */
function findInitials(name: string, typed: string): string | undefined {
  const start = initialsOf(name).indexOf(typed);
  return start < 0 ? undefined : name.slice(start, start + typed.length);
}

/** Returns the consecutive syllables of a name that these keys type. */
function findKeys(name: string, typed: string): string | undefined {
  const letters = [...name];
  // Case matters only if the keyboard has a letter for the capital.
  const begins = (rest: string) =>
    rest.startsWith(typed) || rest.toLowerCase().startsWith(typed.toLowerCase());
  const start = letters.findIndex((_, place) => begins(keysOf(letters.slice(place).join(''))));
  if (start < 0) return undefined;
  const ends = letters.findIndex(
    (_, place) => keysOf(letters.slice(start, place + 1).join('')).length >= typed.length,
  );
  return letters.slice(start, ends + 1).join('');
}

/**
 * Returns the name's word or end that differs by one key. Three syllables need equal initials (정수리 is no 정수기); two never
 * match.
 */
function findSlip(typed: string, name: string): string | undefined {
  const letters = [...typed];
  if (letters.length < 3 || !letters.every(isSyllable)) return undefined;
  const ends = name.split(/[\s()·-]+/).map((word) => [...word].slice(-letters.length).join(''));
  return ends.find((end) => {
    const alike = letters.length > 3 || initialsOf(end) === initialsOf(typed);
    return [...end].length === letters.length && alike && isOneKeyApart(keysOf(typed), keysOf(end));
  });
}

/** Whether key sequences differ by at most one key or swap. */
function isOneKeyApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
