import { cutParticles, squashText } from '@madang/contract/search/rules';
import type { FoundPage } from './find-posts.ts';
import type { Board, NamedBoards, QueryForm } from './query-forms.ts';
import { encodeSearchCursor } from './search-cursor.ts';

export interface Place {
  kind: 'building' | 'keyword';
  id: string;
  name: string;
}

/** Buildings and keywords whose name holds every word, particles aside; behind them the buildings that are named. */
export function findPlaces(
  words: readonly string[],
  named: readonly NamedBoards[],
  names: { boards: readonly Board[]; keywords: readonly { id: string; name: string }[] },
): Place[] {
  const buildings = names.boards.filter(({ building }) => building);
  const all: Place[] = [
    ...buildings.map(({ id, name }) => ({ kind: 'building' as const, id, name })),
    ...names.keywords.map((keyword) => ({ kind: 'keyword' as const, ...keyword })),
  ];
  const holding = all.filter(({ name }) => {
    const squashed = squashText(name);
    return [words, cutParticles(words)].some(
      (all) => all.length > 0 && all.every((word) => squashed.includes(word)),
    );
  });
  const meant = all.filter(
    ({ kind, id }) =>
      kind === 'building' && named.some(({ boards }) => boards.some((board) => board.id === id)),
  );
  return [...new Set([...holding, ...meant])];
}

/** What is said of a search beside its posts. */
export interface SearchHead {
  form: QueryForm;
  scope: 'texts' | 'beginnings';
  places: readonly Place[];
}

/** JSON of a search's answer; `cards` are the posts' own, joined by commas. */
export function presentSearch(
  { form: { how, words, named }, scope, places }: SearchHead,
  cards: string,
  { total, next }: Pick<FoundPage, 'total' | 'next'>,
): string {
  const boards = named.map((one) => ({
    words: one.words.join(' '),
    names: one.boards.map(({ name }) => name),
  }));
  const head = JSON.stringify({
    searched: words.join(' '),
    shortened: how === 'shortened',
    ...(how === 'corrected' || how === 'reduced' ? { [how]: true } : {}),
    scope,
    places,
    ...(boards.length > 0 ? { boards } : {}),
    ...(total ? { total } : {}),
  });
  const nextCursor = next && encodeSearchCursor(next);
  return `${head.slice(0, -1)},"posts":[${cards}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
