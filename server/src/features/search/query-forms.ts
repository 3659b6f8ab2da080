import { readPlaceName, type PlaceName } from '@madang/contract/search/places';
import type { Synonyms } from '@madang/contract/campus/rules';
import {
  cutParticles,
  isOneLetter,
  joinNumbers,
  searchWords,
  squashText,
} from '@madang/contract/search/rules';
import { reduceQuery } from './reduce-query.ts';

/** A building or board, as it is listed. */
export interface Board {
  id: string;
  name: string;
  building: boolean;
}

/** Words of a query that are what a building is called, together; several may be called so. */
export interface NamedBoards {
  words: readonly string[];
  /** The words that texts hold: those of the query, or of the name where a number in it has a sign, 4·18기념관. */
  written: readonly string[];
  boards: readonly Board[];
}

/** What a query is searched as: as it was typed, without particles, as what was probably to be typed, or in part. */
export interface QueryForm {
  how: 'typed' | 'shortened' | 'corrected' | 'reduced';
  /** Its place among all forms, below {@link FORMS_MAX}: a cursor holds it. */
  number: number;
  words: readonly string[];
  named: readonly NamedBoards[];
}

/** All names that a query may hold. */
export interface PlaceNames {
  /** Buildings and boards that have a screen. */
  boards: readonly Board[];
  /** What students call buildings, with the ids that each means. */
  nicknames: Readonly<Record<string, readonly string[]>>;
  /** Keywords and popular terms: read like names of buildings, but nothing stands at them. */
  others: readonly PlaceName[];
  /** Words for the same thing. */
  synonyms: readonly Synonyms[];
}

/** There are fewer forms of a query than this. */
export const FORMS_MAX = 36;

/** So many boards are looked through for a query; each is a statement of its own. */
const BOARDS_MAX = 4;
/** The shortest beginning of a name that names its building, and how many buildings it may begin. */
const BEGUN_MIN = 4;
const BEGUN_MAX = 2;

/**
 * The forms of a query, one after the other until one finds something [FS-03] [FS-17]. The first four have numbers of their own,
 * whether they are there or not.
 *
 * @param plain words of it that stand for themselves: neither names of buildings nor mistaken.
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

/** A date whose sign was left out: `3·1운동` for 31운동. */
const dateOf = (word: string): string => (UNIT.test(word) ? word : word.replace(DATE, '$1·$2'));

const isBuilding = ({ building }: Board) => building;
const isOther = (words: readonly string[], typed: readonly string[]) => words.join(' ') !== typed.join(' ');

/** The query with the names that were probably meant in the place of what names nothing. */
function correct(query: string, plain: readonly string[], names: readonly PlaceName[]): string {
  const read = (text: string) => readPlaceName(text, names);
  const isPlain = (text: string) => searchWords(text).some((word) => plain.includes(word));
  const readWord = (word: string) => read(word) ?? read(cutParticles([word]).join('')) ?? word;
  const words = query.trim().split(/\s+/);
  const whole = isPlain(query) ? null : read(query);
  return whole ?? words.map((word) => (isPlain(word) ? word : readWord(word))).join(' ');
}

/** The words, one or several together and a particle behind them or not, that a building is called by [FS-16]. */
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

/** The buildings whose name begins so, if it is long enough to be no other word and they are few: `lg posco`, `생명과학`. */
function findBegun(beginning: string, called: ReadonlyMap<string, Board[]>): Board[] {
  if (beginning.length < BEGUN_MIN) return [];
  const begun = [...called].flatMap(([name, boards]) => (name.startsWith(beginning) ? boards : []));
  const boards = [...new Set(begun)];
  return boards.length <= BEGUN_MAX ? boards : [];
}

/** Each name and nickname with its buildings; a name also without what stands in brackets behind it. */
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

/** Names are alike whatever their spaces, hyphens and signs between digits. */
const keyOf = (name: string): string => joinNumbers(squashText(name)).replaceAll(/[\s()·-]/g, '');
