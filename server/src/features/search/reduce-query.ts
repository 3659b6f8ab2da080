import type { Synonyms } from '@madang/contract/campus/rules';
import { cutParticles, searchWords } from '@madang/contract/search/rules';
import { findSynonyms, isFiller } from '@madang/contract/search/synonyms';

/** A word of a query, or several that are one, and what may be searched in its stead. */
interface Unit {
  words: readonly string[];
  others: readonly (readonly string[])[];
  /** Which goes first: what is done with a thing, then where, then what it is. */
  weight: number;
}

/** The most queries that are tried: each is a search of its own. */
const TRIED_MAX = 30;
/** The most variants with synonyms: of the whole query, and of a shorter one. */
const WHOLE_MAX = 8;
const PART_MAX = 2;

/** Returns a word without its particle; an 이 may as well be the end of the word (고양이). */
export const cutSurely = (word: string): string =>
  word.endsWith('이') ? word : cutParticles([word]).join('');

/** Endings of predicates. */
const PREDICATE = /(?:[어아해세네나까가져]요|니다|는|을까|ㄹ까|려고|려면|하는|하기|싶은)$/u;

/**
 * Returns what a query may be searched as where no post holds all of its words, the closest first: without words that say only
 * how it is asked, with other words for the same, and without its weakest words.
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
    // A word of signs alone has no words: a search for none would find every post.
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

/** All but one, the weakest left out first; then ever fewer; then each alone, the strongest first. */
function withoutSome(units: readonly Unit[]): Unit[][] {
  const byWeight = units.toSorted((one, other) => one.weight - other.weight);
  const without = (dropped: readonly Unit[]) => units.filter((unit) => !dropped.includes(unit));
  const one = byWeight.map((unit) => without([unit]));
  const fewer = byWeight.slice(2, -1).map((_, index) => without(byWeight.slice(0, index + 2)));
  return [...one, ...fewer, ...byWeight.toReversed().map((unit) => [unit])].filter((left) =>
    left.some(({ weight }) => weight > 0),
  );
}

/** The words of the units, each as it was typed or in other words. */
function variantsOf(units: readonly Unit[]): string[][] {
  return units
    .reduce<string[][]>(
      (all, { words, others }) =>
        all.flatMap((left) => [words, ...others].map((one) => [...left, ...one])).slice(0, WHOLE_MAX),
      [[]],
    )
    .map((words) => [...new Set(words)]);
}
