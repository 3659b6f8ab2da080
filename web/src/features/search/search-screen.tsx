import { ArrowLeft, Search } from 'lucide';
import { useId, useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { useOfficialAction } from '../../parts/campus/official-feature.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { useSoonMark } from '../../parts/campus/soon-mark.tsx';
import { goBack } from '../../router/browser-history.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTakeOver } from '../../ui/use-take-over.ts';
import styles from './search-screen.module.css';

export default function SearchScreen() {
  const search = useOfficialAction('search', copy['notice.search']);
  const { mark, ...described } = useSoonMark('search');
  const [text, setText] = useState('');
  const id = useId();
  useTakeOver(id, text, setText);

  return (
    <Screen title={copy['tab.search']}>
      <form
        className={styles.bar}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <IconButton label={copy['action.back']} onClick={() => goBack('/')}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <input
          id={id}
          className={styles.input}
          {...described}
          type="search"
          name="query"
          value={text}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={copy['search.input']}
          placeholder={copy['search.placeholder']}
          onChange={(event) => setText(event.target.value)}
        />
        {mark}
        <IconButton type="submit" label={copy['search.submit']} {...described}>
          <Icon of={Search} />
        </IconButton>
      </form>
      <PopularTerms
        describedBy={described['aria-describedby']}
        onChoose={(term) => {
          setText(term);
          search();
        }}
      />
    </Screen>
  );
}

interface PopularTermsProps {
  describedBy: string | undefined;
  onChoose: (term: string) => void;
}

function PopularTerms({ describedBy, onChoose }: PopularTermsProps) {
  const { searchTerms } = useCampus();
  return (
    <section className={styles.popular}>
      <h2 className={styles.heading}>{copy['search.popular']}</h2>
      <ol>
        {searchTerms.map((term, index) => (
          <li key={term}>
            <button
              type="button"
              className={styles.term}
              aria-describedby={describedBy}
              onClick={() => onChoose(term)}
            >
              <span className={styles.rank} aria-hidden>
                {index + 1}
              </span>
              {term}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
