// Recognizes campus questions: amenities, free rooms, menus and emergency contacts.
import type { Amenity } from '../places/schema.ts';
import type { SearchAnswer, Synonyms } from '../campus/rules.ts';
import { findNamed, findPlaceNames, type Named } from './places.ts';
import { cutParticles, squashText } from './rules.ts';
import { findSynonyms, isFiller } from './synonyms.ts';

export interface NamedBuilding extends Named {
  id: string;
}

/** A query parsed as a question about the campus. */
export interface CampusQuery {
  /** Answers shown above the posts. */
  answers: ReadonlySet<SearchAnswer>;
  buildingIds: ReadonlySet<string>;
  /** Words without a meaning on the campus. */
  others: readonly string[];
  /** Kind of amenity that it names. */
  kind: string | null;
  /** Matched text for a heading: the kind, or words of a spot. */
  title: string;
  amenities: readonly Amenity[];
  /** Excluding words for which no data exists. */
  unknown: readonly string[];
}

/** Excluding words: patterns of matching and of contrary spots. */
const LIMITS = [
  { word: /^남(?:자|학생|성)$/, has: /남(?:자|학생|성)/, lacks: /여(?:자|학생|성)/ },
  { word: /^여(?:자|학생|성)$/, has: /여(?:자|학생|성)/, lacks: /남(?:자|학생|성)/ },
  { word: /^[컬칼]러/, has: /[컬칼]러/, lacks: /흑백/ },
  { word: /^흑백/, has: /흑백/, lacks: /[컬칼]러/ },
  { word: /^(?:무료|공짜)/, has: /무료/, lacks: /유료/ },
  { word: /^유료/, has: /유료/, lacks: /무료/ },
  { word: /^24시간/, has: /24시간/, lacks: /(?!)/ },
];
type Limit = { typed: string } & (typeof LIMITS)[number];

interface Words {
  answers: Set<SearchAnswer>;
  kind: string | null;
  buildings: (readonly string[])[];
  spots: string[];
  limits: Limit[];
  others: string[];
}

/** The parts of the campus pack that a query may name. */
interface Known {
  kinds: readonly { name: string }[];
  amenities: readonly Amenity[];
  synonyms?: readonly Synonyms[] | undefined;
}

/** Parses a query (`과도 정수기`, `빈 강의실`): kinds, buildings, spots, answers. With unrecognized words, no spot. */
export function readCampusQuery(
  query: string,
  pack: Known,
  buildings: readonly NamedBuilding[],
): CampusQuery {
  const words = readWords(query, pack, buildings);
  const { answers, kind, spots, others, limits } = words;
  const ids = words.buildings.length === 0 ? null : words.buildings.reduce(joinBuildings);
  const isMeant = kind !== null || (spots.length > 0 && others.length === 0);
  const there = pack.amenities.filter(
    (one) =>
      isMeant &&
      (kind === null || one.kind === kind) &&
      spots.every((spot) => isAt(one, spot)) &&
      (ids === null || ids.includes(one.buildingId)),
  );
  const amenities = limits.reduce(limit, there);
  const isUnknown = ({ has }: Limit) => !amenities.some(({ spot }) => has.test(spot));
  const matched = limits.filter((one) => !isUnknown(one));
  return {
    answers,
    buildingIds: new Set(ids),
    others,
    kind,
    title: kind ?? [...matched.map(({ typed }) => typed), ...spots].join(' '),
    amenities,
    unknown: limits.filter(isUnknown).map(({ typed }) => typed),
  };
}

/** Returns the buildings that both words name, otherwise the union. */
function joinBuildings(some: readonly string[], others: readonly string[]): readonly string[] {
  const both = some.filter((id) => others.includes(id));
  return both.length > 0 ? both : [...some, ...others];
}

/** Filters amenities by an excluding word; without matches, excludes the contrary. */
function limit(amenities: readonly Amenity[], { has, lacks }: Limit): Amenity[] {
  const some = amenities.filter(({ spot }) => has.test(spot));
  return some.length > 0 ? some : amenities.filter(({ spot }) => !lacks.test(spot));
}

/** Splits a query into words as typed, keeping initial letters alone (ㅈㅅㄱ). */
const splitWords = (query: string): string[] =>
  query.split(/[\s,;|]+/).flatMap((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(word)?.[0] ?? []);

function readWords(query: string, pack: Known, buildings: readonly NamedBuilding[]): Words {
  const typed = splitWords(query);
  const meant = findSynonyms(typed, pack.synonyms ?? []);
  const words: Words = { answers: new Set(), kind: null, buildings: [], spots: [], limits: [], others: [] };
  for (let at = 0; at < typed.length; at += 1) {
    const found = meant.find(({ start }) => start === at);
    if (found?.row.opens) words.answers.add(found.row.opens);
    const kind = found && pack.kinds.find(({ name }) => found.row.words.includes(name));
    if (kind) words.kind ??= kind.name;
    const span = spanOfBuilding(typed.slice(at), buildings);
    if (found && (kind || found.row.opens)) at = found.end - 1;
    else if (span) {
      words.buildings.push(findNamed(typed.slice(at, at + span).join(''), buildings).map(({ id }) => id));
      at += span - 1;
    } else readWord(typed[at] ?? '', words, pack, buildings);
  }
  return words;
}

/** Returns the number of first words that name a building, `과학 도서관`. */
const spanOfBuilding = (typed: readonly string[], buildings: readonly NamedBuilding[]) =>
  [3, 2].find((count) => {
    const name = squashText(typed.slice(0, count).join(''));
    return count <= typed.length && buildings.some((one) => squashText(one.name).startsWith(name));
  });

function readWord(
  typed: string,
  words: Words,
  { kinds, amenities }: Known,
  buildings: readonly NamedBuilding[],
): void {
  const [word = typed] = cutParticles([typed]);
  const limits = LIMITS.find((one) => one.word.test(word));
  if (limits) return void words.limits.push({ typed: word, ...limits });
  if (isFiller(word)) return;
  if ([...word].length > 1) {
    const [kind] = words.kind === null ? findPlaceNames(word, kinds) : [];
    if (kind) return void (words.kind = kind.name);
    const named = findNamed(word, buildings);
    if (named.length > 0) return void words.buildings.push(named.map(({ id }) => id));
    if (amenities.some((one) => isAt(one, word))) return void words.spots.push(word);
  }
  words.others.push(word);
}

/** Whether an amenity is at a place, not near it: `강의실 복도` is no 강의실. */
const isAt = ({ spot }: Amenity, word: string): boolean => squashText(spot).endsWith(squashText(word));
