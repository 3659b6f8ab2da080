import type { Synonyms } from '@madang/contract/campus/rules';
import { type PlaceName, readPlaceName } from '@madang/contract/search/places';
import {
  cutParticles,
  isOneLetter,
  joinNumbers,
  searchWords,
  squashText,
} from '@madang/contract/search/rules';
import { findSynonyms, isFiller } from '@madang/contract/search/synonyms';

export interface Board {
  id: string;
  name: string;
  building: boolean;
}

/** Adjacent words of a query that name one or several buildings. */
export interface NamedBoards {
  words: readonly string[];
  /** The words as in texts, with signs between digits (4·18기념관). */
  written: readonly string[];
  boards: readonly Board[];
}

/** A query's variant: as typed, without particles, corrected, or reduced. */
export interface QueryForm {
  how: 'typed' | 'shortened' | 'corrected' | 'reduced';
  /** Position among all forms, below {@link FORMS_MAX}; part of the cursor. */
  number: number;
  words: readonly string[];
  named: readonly NamedBoards[];
}

interface PlaceNames {
  /** Buildings and boards with a screen. */
  boards: readonly Board[];
  /** Nicknames of buildings, each with the ids it may mean. */
  nicknames: Readonly<Record<string, readonly string[]>>;
  /** Keywords and popular terms, corrected, but without own posts. */
  others: readonly PlaceName[];
  synonyms: readonly Synonyms[];
}

/** Upper bound of the forms of a query. */
export const FORMS_MAX = 36;

/** Boards searched per query; each takes a statement. */
const BOARDS_MAX = 4;
/** Minimum length of a name's prefix, and maximum of its buildings. */
const BEGUN_MIN = 4;
const BEGUN_MAX = 2;

/**
 * Yields the forms of a query until one matches [FS-03] [FS-17]; the first four have fixed numbers.
 *
 * @param plain words that are neither names of buildings nor corrected.
 */
export function* formsOf(query: string, plain: readonly string[], names: PlaceNames): Generator<QueryForm> {
  const typed = searchWords(query);
  const called = callBoards(names);
  const formOf = (how: QueryForm['how'], number: number, words: readonly string[]) => ({
    how,
    number,
    words,
    named: findNamed(words, plain, called),
  });
  yield formOf('typed', 0, typed);
  if (isOneLetter(typed)) return;
  const cut = cutParticles(typed);
  if (isOther(cut, typed)) yield formOf('shortened', 1, cut);
  const nicknames = Object.keys(names.nicknames).map((name) => ({ name }));
  const known = [...names.boards.filter(isBuilding), ...nicknames, ...names.others];
  const corrected = searchWords(correct(query, plain, known));
  if (isOther(corrected, typed)) yield formOf('corrected', 2, corrected);
  const dated = typed.map((word) => (plain.includes(word) ? word : dateOf(word)));
  if (isOther(dated, typed)) yield formOf('corrected', 3, dated);
  if (plain.length > 0) return;
  const places = findNamed(typed, plain, called).flatMap(({ words }) => words);
  for (const [index, words] of reduceQuery(typed, places, names.synonyms).entries())
    yield formOf('reduced', 4 + index, words);
}

/** Month and day without a sign between them, before a word. */
const DATE = /^([1-9]|1[0-2])([1-9]|[12]\d|3[01])(?=\p{Script=Hangul}{2})/u;
/** A number before these is a price, an hour or a count. */
const UNIT =
  /^\d+(?:[만천백억]?원|시|분|초|년|월|일|주|개|명|인|번|호|층|회|살|세|장|잔|권|배|만(?!세)|학[년기번점]|페이지|퍼센트)/;

/** Restores the missing sign of a date: `3·1운동` for 31운동. */
const dateOf = (word: string): string => (UNIT.test(word) ? word : word.replace(DATE, '$1·$2'));

const isBuilding = ({ building }: Board) => building;
const isOther = (words: readonly string[], typed: readonly string[]) => words.join(' ') !== typed.join(' ');

function correct(query: string, plain: readonly string[], names: readonly PlaceName[]): string {
  const read = (text: string) => readPlaceName(text, names);
  const isPlain = (text: string) => searchWords(text).some((word) => plain.includes(word));
  const readWord = (word: string) => read(word) ?? read(cutParticles([word]).join('')) ?? word;
  const words = query.trim().split(/\s+/);
  const whole = isPlain(query) ? null : read(query);
  return whole ?? words.map((word) => (isPlain(word) ? word : readWord(word))).join(' ');
}

/** Finds words that name a building, with or without a particle [FS-16]. */
function findNamed(
  words: readonly string[],
  plain: readonly string[],
  called: ReadonlyMap<string, Board[]>,
): NamedBoards[] {
  const named: NamedBoards[] = [];
  let left = BOARDS_MAX;
  for (let start = 0; start < words.length && left > 0; start += 1) {
    for (let end = words.length; end > start; end -= 1) {
      const span = words.slice(start, end);
      const typed = keyOf(span.join(' '));
      const name = called.has(typed) ? typed : cutParticles([typed]).join('');
      const boards = called.get(name) ?? findBegun(name, called);
      if (boards.length === 0 || span.some((word) => plain.includes(word))) continue;
      const signed = boards.find(
        (board) => keyOf(board.name) === name && joinNumbers(board.name) !== board.name,
      );
      const written = signed ? searchWords(signed.name) : span;
      named.push({ words: span, written, boards: boards.slice(0, left) });
      left -= boards.length;
      start = end - 1;
      break;
    }
  }
  return named;
}

/** Returns the buildings whose name has a long prefix: `lg posco`, `생명과학`. */
function findBegun(beginning: string, called: ReadonlyMap<string, Board[]>): Board[] {
  if (beginning.length < BEGUN_MIN) return [];
  const begun = [...called].flatMap(([name, boards]) => (name.startsWith(beginning) ? boards : []));
  const boards = [...new Set(begun)];
  return boards.length <= BEGUN_MAX ? boards : [];
}

/** Maps each name, also without brackets, and nickname to its buildings. */
function callBoards({ boards, nicknames }: PlaceNames): Map<string, Board[]> {
  const called = new Map<string, Board[]>();
  const buildings = boards.filter(isBuilding);
  for (const board of buildings)
    for (const key of new Set([keyOf(board.name), keyOf(board.name.replace(/\([^()]*\)/, ''))]))
      called.set(key, [...(called.get(key) ?? []), board]);
  for (const [nickname, ids] of Object.entries(nicknames))
    called.set(
      keyOf(nickname),
      buildings.filter(({ id }) => ids.includes(id)),
    );
  return called;
}

/** Normalizes a name: ignores spaces, hyphens and signs between digits. */
const keyOf = (name: string): string => joinNumbers(squashText(name)).replaceAll(/[\s()·-]/g, '');

/** Words of a query that form a unit, and alternatives. */
interface Unit {
  words: readonly string[];
  others: readonly (readonly string[])[];
  /** Words of low weight are dropped first: verbs, places, subjects. */
  weight: number;
}

/** Maximum number of queries tried; each is a separate search. */
const TRIED_MAX = 30;
/** Maximum synonym variants: of the whole query, of shorter ones. */
const WHOLE_MAX = 8;
const PART_MAX = 2;

/** Returns a word without particle, except 이 (고양이). */
export const cutSurely = (word: string): string =>
  word.endsWith('이') ? word : cutParticles([word]).join('');

/** Endings of predicates. */
const PREDICATE = /(?:[어아해세네나까가져]요|니다|는|을까|ㄹ까|려고|려면|하는|하기|싶은)$/u;

/**
 * Returns alternatives, closest first: without filler words, with synonyms, without the weakest words.
 *
 * @param places words that name buildings.
 */
export function reduceQuery(
  typed: readonly string[],
  places: readonly string[],
  synonyms: readonly Synonyms[],
): string[][] {
  const units = unitsOf(
    typed.filter((word) => !isFiller(word)),
    places,
    synonyms,
  );
  if (units.length === 0) return [];
  const tried = [units, ...withoutSome(units)].flatMap((left, index) =>
    variantsOf(left).slice(0, index === 0 ? WHOLE_MAX : PART_MAX),
  );
  const known = new Set([typed.join(' '), cutParticles(typed).join(' ')]);
  return tried
    .filter((words) => !known.has(words.join(' ')) && known.add(words.join(' ')))
    .slice(0, TRIED_MAX);
}

function unitsOf(words: readonly string[], places: readonly string[], synonyms: readonly Synonyms[]): Unit[] {
  const meant = findSynonyms(words, synonyms);
  const units: Unit[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const { end = at + 1, row } = meant.find(({ start }) => start === at) ?? {};
    const own = words.slice(at, end);
    const cut = [...new Set(own.map(cutSurely))];
    // A synonym without words would match every post.
    const others = (row?.words ?? [])
      .map(searchWords)
      .filter((one) => one.length > 0 && one.join(' ') !== cut.join(' '));
    const isWeak = (word: string) => PREDICATE.test(word) || [...word].length === 1;
    const isPlace = own.every((word) => places.includes(word));
    const weight = isPlace ? 1 : own.every(isWeak) && (!row || PREDICATE.test(own.join(' '))) ? 0 : 2;
    units.push({ words: cut, others, weight });
    at = end - 1;
  }
  return units;
}

/** Returns shorter lists: without each one, then ever fewer, then each alone. */
function withoutSome(units: readonly Unit[]): Unit[][] {
  const byWeight = units.toSorted((one, other) => one.weight - other.weight);
  const without = (dropped: readonly Unit[]) => units.filter((unit) => !dropped.includes(unit));
  const one = byWeight.map((unit) => without([unit]));
  const fewer = byWeight.slice(2, -1).map((_, index) => without(byWeight.slice(0, index + 2)));
  return [...one, ...fewer, ...byWeight.toReversed().map((unit) => [unit])].filter((left) =>
    left.some(({ weight }) => weight > 0),
  );
}

/** Returns the units' words, as typed or as alternatives. */
function variantsOf(units: readonly Unit[]): string[][] {
  return units
    .reduce<string[][]>(
      (all, { words, others }) =>
        all.flatMap((left) => [words, ...others].map((one) => [...left, ...one])).slice(0, WHOLE_MAX),
      [[]],
    )
    .map((words) => [...new Set(words)]);
}
