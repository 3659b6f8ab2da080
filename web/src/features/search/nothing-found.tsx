import { copy, fillCopy } from '../../copy.ko.ts';
import { useUser } from '../session/session.ts';
import { useAction } from '../campus/use-action.ts';
import { findNamed } from '@madang/contract/search/places';
import { Button } from '../../components/button.tsx';
import { StateMessage } from '../../components/states.tsx';
import { askQuestion } from './ask-question.ts';
import { type Place, usePlaces } from './places.tsx';

interface NothingFoundProps {
  query: string;
  /** Searched words; empty if the query has only symbols. */
  searched: string;
  /** True for a single letter. */
  short: boolean;
}

/** Renders that no post matched; one tap turns the query into a question. */
export function NothingFound({ query, searched, short }: NothingFoundProps) {
  const { id } = useUser();
  const place = findPlace(query, usePlaces());
  const ask = useAction(() =>
    askQuestion(id, {
      title: query.trim(),
      body: place?.kind === 'building' ? fillCopy(copy['search.ask.place'], { place: place.name }) : '',
      keywords: place?.kind === 'keyword' ? [place.name] : [],
    }),
  );
  if (searched === '') return <StateMessage picture="search" text={copy['search.none.signs']} />;
  if (short) return <StateMessage picture="search" text={copy['search.none.short']} />;
  return (
    <StateMessage picture="search" text={fillCopy(copy['search.none'], { query })}>
      <Button {...ask}>{copy['search.ask']}</Button>
    </StateMessage>
  );
}

/** Returns the place meant by the query or a word of it; undefined if ambiguous. */
function findPlace(query: string, places: readonly Place[]): Place | undefined {
  for (const text of [query, ...query.trim().split(/\s+/)]) {
    const [place, ...others] = [...text].length > 1 ? findNamed(text, places) : [];
    if (place && others.length === 0) return place;
  }
  return undefined;
}
