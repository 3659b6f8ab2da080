import { squashText } from '@madang/contract/search/rules';
import { encodeSearchCursor, type SearchEnd } from './search-cursor.ts';

export interface Place {
  kind: 'building' | 'keyword';
  id: string;
  name: string;
}

/** What students call buildings, as it is searched, with the ids that each means. */
export type Nicknames = ReadonlyMap<string, readonly string[]>;

/** Buildings and keywords whose name holds every word; behind them the buildings that a word is a nickname of. */
export function findPlaces(
  words: readonly string[],
  names: {
    boards: readonly { id: string; name: string; building: boolean }[];
    keywords: readonly { id: string; name: string }[];
    nicknames: Nicknames;
  },
): Place[] {
  const buildings = names.boards.filter(({ building }) => building);
  const all: Place[] = [
    ...buildings.map(({ id, name }) => ({ kind: 'building' as const, id, name })),
    ...names.keywords.map((keyword) => ({ kind: 'keyword' as const, ...keyword })),
  ];
  const named = all.filter(({ name }) => {
    const squashed = squashText(name);
    return words.length > 0 && words.every((word) => squashed.includes(word));
  });
  const called = words.flatMap((word) => names.nicknames.get(word) ?? []);
  const meant = all.filter(({ kind, id }) => kind === 'building' && called.includes(id));
  return [...new Set([...named, ...meant])];
}

/** What is said of a search beside its posts. */
export interface SearchHead {
  words: readonly string[];
  shortened: boolean;
  scope: 'texts' | 'beginnings';
  places: readonly Place[];
}

/** JSON of a search's answer; `cards` are the posts' own, joined by commas. */
export function presentSearch(
  { words, shortened, scope, places }: SearchHead,
  cards: string,
  next: SearchEnd | null,
): string {
  const head = JSON.stringify({ searched: words.join(' '), shortened, scope, places });
  const nextCursor = next && encodeSearchCursor(next);
  return `${head.slice(0, -1)},"posts":[${cards}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
