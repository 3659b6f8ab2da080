import { X } from 'lucide';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { forgetSearches, readSearches, removeSearch } from '../session/own-searches.ts';
import { useUser } from '../session/session.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import styles from './found.module.css';

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
    <section className={styles.own} aria-label={copy['search.own']}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{copy['search.own']}</h2>
        <button
          type="button"
          className={styles.clear}
          onClick={() => {
            forgetSearches();
            showToast(copy['search.own.cleared']);
            show();
          }}
        >
          {copy['search.own.clear']}
        </button>
      </div>
      <ul className={styles.queries}>
        {queries.map((query) => (
          <li key={query} className={styles.query}>
            <button type="button" className={styles.again} onClick={() => onChoose(query)}>
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
