import { findTyped } from '@madang/contract/search/places';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { readSearches } from '../session/own-searches.ts';
import { useUser } from '../session/session.ts';
import { Link } from '../../lib/router.tsx';
import { Icon } from '../../components/button.tsx';
import styles from './found.module.css';
import { icons, targetOf, usePlaces } from './places.tsx';

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
    <div className={styles.suggestions} onPointerDown={(event) => event.preventDefault()}>
      <ul aria-label={copy['search.suggestions']}>
        {queries.map(({ query, icon }) => (
          <li key={query}>
            <button type="button" className={styles.suggestion} onClick={() => onChoose(query)}>
              <Icon of={icon} size={18} />
              {query}
            </button>
          </li>
        ))}
        {places.map((place) => (
          <li key={`${place.kind} ${place.id}`}>
            <Link className={styles.suggestion} {...targetOf(place)}>
              <Icon of={icons[place.kind]} size={18} />
              {place.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
