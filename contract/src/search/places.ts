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
const FIRST = 0xac00;
const LAST = 0xd7a3;

/** How sure it is that a name is meant; the surest first. */
const SURENESS = { holds: 4, initials: 3, keyboard: 3, slip: 2 };

/** The names that a query means, the surest first and the shortest of those that are alike; none where it means none. */
export function findPlaceNames<Name extends PlaceName>(query: string, names: readonly Name[]): Name[] {
  const typed = normalizeForm(query, 'NFC').replaceAll(/\s/g, '');
  const scored = names.map((name, index) => ({ name, index, sure: surenessOf(typed, name.name) }));
  const best = Math.max(0, ...scored.map(({ sure }) => sure));
  return scored
    .filter(({ sure }) => sure > 0 && sure === best)
    .sort((one, other) => one.name.name.length - other.name.name.length || one.index - other.index)
    .map(({ name }) => name);
}

function surenessOf(typed: string, name: string): number {
  const plain = name.replaceAll(/[\s()·-]/g, '');
  if (typed === '') return 0;
  if (squashText(plain).includes(squashText(typed))) return SURENESS.holds;
  if (isInitials(typed)) return initialsOf(plain).includes(typed) ? SURENESS.initials : 0;
  if (/^[a-z]{4,}$/i.test(typed)) return hasKeys(plain, typed) ? SURENESS.keyboard : 0;
  return isSlip(typed, name) ? SURENESS.slip : 0;
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
  if (!isSyllable(letter)) return letter.toLowerCase();
  const [initial, vowel, final] = partsOf(letter);
  return `${KEYS.initial[initial]}${KEYS.vowel[vowel]}${KEYS.final[final]}`;
}

/** Whether some syllables of the name, from one to another, are typed by these keys. */
function hasKeys(name: string, typed: string): boolean {
  const letters = [...name].map(keysOfLetter);
  return letters.some((_, start) => {
    const rest = letters.slice(start).join('');
    // A capital is another letter only where the keyboard has one for it.
    return rest.startsWith(typed) || rest.toLowerCase().startsWith(typed.toLowerCase());
  });
}

/**
 * Whether a word of the name, or its end, is typed so with one key left out, added, changed or exchanged with its neighbour.
 * One slip in two syllables makes another word, and in three another initial letter does (정수리 is no 정수기).
 */
function isSlip(typed: string, name: string): boolean {
  const letters = [...typed];
  if (letters.length < 3 || !letters.every(isSyllable)) return false;
  return name.split(/[\s()·-]+/).some((word) => {
    const end = [...word].slice(-letters.length).join('');
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
