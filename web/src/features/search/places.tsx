import { placeKeyword } from '@madang/contract/campus/rules';
import { cutParticles, searchWords } from '@madang/contract/search/rules';
import { useQuery } from '@tanstack/react-query';
import { Building2, type IconNode, Map as MapIcon, MapPin, Search } from 'lucide';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus, useHasInPack } from '../campus/campus-context.ts';
import { buildingsQuery } from '../campus/campus-queries.ts';
import { findNamed, type Named } from '@madang/contract/search/places';
import type { Output } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';
import styles from './found.module.css';
import { searchPath } from './search-queries.ts';

type FoundPlace = Output<'GET /api/search'>['places'][number];

/** More would push the posts away. */
const SHOWN = 6;

/** Non-post target of a query: a place, the map, or a popular term. */
export interface Place extends Omit<FoundPlace, 'kind'>, Named {
  kind: FoundPlace['kind'] | 'term' | 'map';
}

export const icons: Record<Place['kind'], IconNode> = {
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
    <nav className={styles.places} aria-label={copy['search.places']}>
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
export function targetOf({ kind, id }: Place): { to: string } {
  if (kind === 'map') return { to: '/map' };
  if (kind === 'building') return { to: `/building/${id}` };
  if (kind === 'keyword') return { to: `/keyword/${id}/0` };
  return { to: searchPath({ query: id, order: 'relevant', plain: '' }) };
}
