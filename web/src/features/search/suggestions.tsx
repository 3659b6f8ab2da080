import { placeKeyword } from '@madang/contract/campus/rules';
import { findNamed, findTyped, type Named } from '@madang/contract/search/places';
import { cutParticles, searchWords } from '@madang/contract/search/rules';
import { useQuery } from '@tanstack/react-query';
import { Building2, History, type IconNode, Map as MapIcon, MapPin, Search, X } from 'lucide';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon, IconButton } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Output } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useCampus, useHasInPack } from '../campus/campus-context.ts';
import { buildingsQuery, packQuery } from '../campus/campus-queries.ts';
import { forgetSearches, readSearches, removeSearch } from '../session/user-storage.ts';
import { useUser } from '../session/session.ts';
import { searchPath } from './search-queries.ts';
import styles from './search.module.css';

/** Maximum number of own searches, places and kinds each. */
const EACH = 3;

interface SuggestionsProps {
  text: string;
  onChoose: (query: string) => void;
}

/** Renders completions: own searches, kinds and places. Overlays the content. */
export function Suggestions({ text, onChoose }: SuggestionsProps) {
  const { id } = useUser();
  const { searchTerms } = useCampus();
  const { data: pack } = useQuery(packQuery);
  const all = usePlaces();
  const typed = text.trim();
  const kinds = searchTerms.map((name) => ({
    name,
    nicknames: pack?.synonyms?.find(({ words }) => words.includes(name))?.words,
  }));
  const own = readSearches(id).filter(
    (query) => query !== typed && findTyped(typed, [{ name: query }]).length > 0,
  );
  const terms = findTyped(typed, kinds).filter(({ name }) => name !== typed);
  const queries = [
    ...own.slice(0, EACH).map((query) => ({ query, icon: History })),
    ...terms.slice(0, EACH).map(({ name }) => ({ query: name, icon: icons.term })),
  ];
  const places = findTyped(typed, all).slice(0, EACH);
  if (queries.length + places.length === 0) return null;
  return (
    // The field keeps the focus, and a phone its keyboard.
    <div className={`border-b pb-2 ${styles.suggestions}`} onPointerDown={(event) => event.preventDefault()}>
      <ul aria-label={copy['search.suggestions']}>
        {queries.map(({ query, icon }) => (
          <li key={query}>
            <button
              type="button"
              className="row gap-3 pad-2 w-full min-h-touch text-start pressable"
              onClick={() => onChoose(query)}
            >
              <Icon of={icon} size={18} />
              {query}
            </button>
          </li>
        ))}
        {places.map((place) => (
          <li key={`${place.kind} ${place.id}`}>
            <Link className="row gap-3 pad-2 w-full min-h-touch text-start pressable" {...targetOf(place)}>
              <Icon of={icons[place.kind]} size={18} />
              {place.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders the user's recent searches on this device, removable singly or all [FS-09]. */
export function OwnSearches({ onChoose }: { onChoose: (query: string) => void }) {
  const { id } = useUser();
  const [queries, setQueries] = useState(() => readSearches(id));
  if (queries.length === 0) return null;

  /** The focused button was removed. */
  function show(): void {
    setQueries(readSearches(id));
    document.querySelector('h1')?.focus({ preventScroll: true });
  }

  return (
    <section className="pt-4" aria-label={copy['search.own']}>
      <div className="row flex-wrap justify-between px-margin">
        <h2 className="text-title">{copy['search.own']}</h2>
        <button
          type="button"
          className="min-h-touch text-soft text-note"
          onClick={() => {
            forgetSearches();
            showToast(copy['search.own.cleared']);
            show();
          }}
        >
          {copy['search.own.clear']}
        </button>
      </div>
      <ul className={styles.chips}>
        {queries.map((query) => (
          <li key={query} className={`row bg-surface-strong rounded-full ${styles.query}`}>
            <button
              type="button"
              className={`min-w-0 min-h-touch text-note ${styles.again}`}
              onClick={() => onChoose(query)}
            >
              {query}
            </button>
            <IconButton
              label={fillCopy(copy['search.own.remove'], { query })}
              onClick={() => {
                removeSearch(id, query);
                show();
              }}
            >
              <Icon of={X} size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

type FoundPlace = Output<'GET /api/search'>['places'][number];

/** More would push the posts away. */
const SHOWN = 6;

/** Non-post target of a query: a place, the map, or a popular term. */
export interface Place extends Omit<FoundPlace, 'kind'>, Named {
  kind: FoundPlace['kind'] | 'term' | 'map';
}

const icons: Record<Place['kind'], IconNode> = {
  map: MapIcon,
  building: Building2,
  keyword: MapPin,
  term: Search,
};

/** Returns every place by its name. */
export function usePlaces(): Place[] {
  const { keywords, placeWord } = useCampus();
  const { data: buildings = [] } = useQuery(buildingsQuery);
  const hasMap = useHasInPack('map');
  return [
    ...(hasMap ? [{ kind: 'map' as const, id: 'map', name: copy['building.map'] }] : []),
    ...buildings.map(({ id, name, nicknames }) => ({ kind: 'building' as const, id, name, nicknames })),
    ...keywords.map((keyword, index) => ({
      kind: 'keyword' as const,
      id: String(index + 1),
      name: placeKeyword(keyword, placeWord),
    })),
  ];
}

interface PlacesProps {
  query: string;
  /** Places that contain every word, in any order. */
  found: readonly FoundPlace[] | undefined;
  searched: string | undefined;
}

/** Renders links to places above the posts [FS-07]. */
export function PlaceChips({ query, found = [], searched = '' }: PlacesProps) {
  const { searchTerms } = useCampus();
  const names = usePlaces();
  // Searched terms are not offered again.
  const terms = searchTerms.filter((term) => term !== query && term !== searched);
  const known = [...names, ...terms.map((name) => ({ kind: 'term' as const, id: name, name }))];
  const whole = findNamed(query, known);
  const meant = [...whole, ...found, ...(whole.length > 0 ? [] : findByWords(query, known))];
  const places = [...new Map(meant.map((place) => [`${place.kind} ${place.id}`, place])).values()];
  const [all, showAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (places.length === 0) return null;

  /** The button is removed, so the next link receives the focus. */
  function showMore(): void {
    flushSync(() => showAll(true));
    list.current?.querySelectorAll('a')[SHOWN]?.focus();
  }

  return (
    <nav className="py-2" aria-label={copy['search.places']}>
      <ul ref={list} className={styles.chips}>
        {(all ? places : places.slice(0, SHOWN)).map((place) => (
          <li key={`${place.kind} ${place.id}`}>
            <Link className={styles.chip} {...targetOf(place)}>
              <Icon of={icons[place.kind]} size={18} />
              {place.kind === 'term'
                ? fillCopy(copy['search.places.again'], { term: place.name })
                : place.name}
            </Link>
          </li>
        ))}
        {!all && places.length > SHOWN ? (
          <li>
            <button type="button" className={styles.chip} onClick={showMore}>
              {fillCopy(copy['search.places.more'], { n: places.length - SHOWN })}
            </button>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

/** `밤에 콘센트 있는 곳` names no place, but one of its words does. */
function findByWords(query: string, known: readonly Place[]): Place[] {
  const words = cutParticles(searchWords(query)).filter((word) => [...word].length > 1);
  return words.flatMap((word) => findNamed(word, known));
}

/** Returns a place's address. */
function targetOf({ kind, id }: Place): { to: string } {
  if (kind === 'map') return { to: '/map' };
  if (kind === 'building') return { to: `/building/${id}` };
  if (kind === 'keyword') return { to: `/keyword/${id}/0` };
  return { to: searchPath({ query: id, order: 'relevant', plain: '' }) };
}
