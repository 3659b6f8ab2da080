// Which places of the campus a query means, typed as people type: initial letters alone (ㄷㅅㄱ), with the keyboard switched to
// English (ehtjrhks), with a slip (도사관). Only names of places are compared, a few dozen: no text of a post is guessed at.
import { normalizeForm } from '../text/rules.ts';
import { squashText } from './rules.ts';

/** A name that can be meant; several names may be of one place. */
export interface PlaceName {
  name: string;
}

/** The keys of a Korean keyboard for each letter, in the order of Unicode's conjoining jamo. */
const KEYS = {
  initial: 'r R s e E f a q Q t T d w W c z x v g'.split(' '),
  vowel: 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' '),
  final: ['', ...'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ')],
};
/** Initial letters as they are typed alone, in the same order. */
const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
/** The first vowel as it is typed alone, ㅏ; the others follow in the same order. */
const FIRST_VOWEL = 0x314f;
const FIRST = 0xac00;
const LAST = 0xd7a3;

/** How sure it is that a name is meant; the surest first. */
const SURENESS = { holds: 4, initials: 3, keyboard: 3, slip: 2 };

/** A name as far as it is meant: `도서관` of 과학도서관 for ㄷㅅㄱ. */
interface Meaning {
  sure: number;
  reading: string;
}

/** Something with a name, and with what students call it. */
export interface Named {
  name: string;
  nicknames?: readonly string[] | undefined;
}

/** Returns what a query means by name, nickname, initial letters or keys of the other layout, each once, the surest first. */
export function findNamed<One extends Named>(query: string, all: readonly One[]): One[] {
  const names = all.flatMap((one) => [one.name, ...(one.nicknames ?? [])].map((name) => ({ name, one })));
  return [...new Set(findPlaceNames(query, names).map(({ one }) => one))];
}

/**
 * Returns what a text means that is still being typed: its last syllable may lack letters, or hold the first one of the next
 * (`과ㅎ` and `믿` on the way to 과학 and 미디어).
 */
export function findTyped<One extends Named>(typed: string, all: readonly One[]): One[] {
  const named = findNamed(typed, all);
  const text = dropSigns(normalizeForm(typed, 'NFC'));
  if (named.length > 0 || !/[ㄱ-ㅎㅏ-ㅣ가-힣]$/u.test(text)) return named;
  const keys = keysOf(text);
  const begun = all.filter(({ name, nicknames = [] }) =>
    [name, ...nicknames].some((one) => findKeys(dropSigns(one), keys) !== undefined),
  );
  // A syllable that is not whole yet names nothing else.
  return begun.length > 0 ? begun : findNamed(text.replace(/(?<=[가-힣])[ㄱ-ㅎㅏ-ㅣ]$/u, ''), all);
}

/** The names that a query means, the surest first and the shortest of those that are alike; none where it means none. */
export function findPlaceNames<Name extends PlaceName>(query: string, names: readonly Name[]): Name[] {
  return findMeanings(query, names).map(({ name }) => name);
}

/** What was to be typed, where a query means a name that it does not hold; null where it stands as it was meant. */
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

/** Spaces and signs, and what people type for a point in the middle: `4·18`, `4.18` and `4ㆍ18` are one. */
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

/** ㄷㅅㄱ of 도서관; what is no syllable stays as it is. */
export function initialsOf(text: string): string {
  return [...text].map((letter) => (isSyllable(letter) ? INITIALS[partsOf(letter)[0]] : letter)).join('');
}

/** The keys that type a text on a Korean keyboard: `ehtjrhks` of 도서관. */
export function keysOf(text: string): string {
  return [...text].map(keysOfLetter).join('');
}

/** The numbers of a syllable's three letters. */
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

/** The syllables of a name that have these initial letters. */
function findInitials(name: string, typed: string): string | undefined {
  const start = initialsOf(name).indexOf(typed);
  return start < 0 ? undefined : name.slice(start, start + typed.length);
}

/** The syllables of the name, from one to another, that are typed by these keys. */
function findKeys(name: string, typed: string): string | undefined {
  const letters = [...name];
  // A capital is another letter only where the keyboard has one for it.
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
 * The word of the name, or its end, that is typed so with one key left out, added, changed or exchanged with its neighbour.
 * One slip in two syllables makes another word, and in three another initial letter does (정수리 is no 정수기).
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

/** Whether two rows of keys differ by one key at most, neighbours in the wrong order being one. */
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
