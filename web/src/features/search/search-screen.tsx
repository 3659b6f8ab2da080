import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Search } from 'lucide';
import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../campus/campus-context.ts';
import { Screen } from '../campus/screen.tsx';
import { useSoonMark } from '../campus/soon-mark.tsx';
import { useLazyModule } from '../campus/use-lazy-module.ts';
import { PostListSkeleton } from '../posts/endless-list.tsx';
import { noteSearch } from '../session/user-storage.ts';
import { useUser } from '../session/session.ts';
import { useHydrated, useTakeOver } from '../../lib/page.ts';
import { goBack, navigate, useSearchParams } from '../../lib/router.tsx';
import { Icon, IconButton } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule } from '../../lib/use-module.ts';
import { describeQuery, foundPostsQuery, readSearch, searchPath } from './search-queries.ts';
import { OwnSearches, Suggestions } from './suggestions.tsx';
import styles from './search.module.css';

const results = lazyModule(() => import('./found.tsx'));

/** Holds the typed text, its error and the search; the address holds the query. */
function useFind(official: boolean) {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const [address] = useSearchParams();
  const search = readSearch(official ? address : new URLSearchParams());
  const { query, order } = search;
  const [text, setText] = useState(query);
  const [shown, setShown] = useState(query);
  const [asked, setAsked] = useState(query);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  // After back and forward the field follows the query, but not while the user types the next.
  if (shown !== query) {
    setShown(query);
    if (asked !== query) {
      setAsked(query);
      setText(query);
      setProblem(undefined);
    }
  }

  function find(typed: string): void {
    setText(typed);
    if (!official) return showToast(copy['notice.search']);
    const found = describeQuery(typed);
    setProblem(found);
    if (found) return field.current?.focus();
    const wanted = { query: typed.trim(), order, plain: '' };
    const to = searchPath(wanted);
    setText(wanted.query);
    setAsked(wanted.query);
    noteSearch(userId, wanted.query);
    // The address is ahead of the rendering: a second tap must not search again.
    if (to !== `${window.location.pathname}${window.location.search}`) navigate(to);
    else if (!client.isFetching(foundPostsQuery(wanted))) void client.resetQueries(foundPostsQuery(wanted));
    // Closes the keyboard and announces the results.
    document.querySelector('h1')?.focus({ preventScroll: true });
  }

  function change(typed: string): void {
    setText(typed);
    setProblem(undefined);
    // Clearing the field also clears the results; back restores both.
    if (typed !== '' || query === '') return;
    setAsked('');
    navigate('/search');
  }

  const isTyping = describeQuery(text) === undefined && text.trim() !== query;
  return { search, text, setText, problem, field, find, change, isTyping };
}

export default function SearchScreen() {
  const { official, parts } = useLazyModule(results);
  // Own searches are on the device.
  const helps = useHydrated() && official;
  const { mark, ...described } = useSoonMark({ built: true });
  const { search, text, setText, problem, field, find, change, isTyping } = useFind(official);
  const { query } = search;
  const id = useId();
  useTakeOver(id, text, setText);

  function submit(event: FormEvent): void {
    event.preventDefault();
    // Ends a composition, which completes the field's text.
    if (official) flushSync(() => field.current?.blur());
    find(field.current?.value ?? text);
  }

  return (
    <Screen title={query === '' ? copy['tab.search'] : fillCopy(copy['search.title'], { query })}>
      <form className={`row gap-1 ${styles.bar}`} role="search" onSubmit={submit}>
        <IconButton label={copy['action.back']} onClick={() => goBack('/')}>
          <Icon of={ArrowLeft} />
        </IconButton>
        <input
          ref={field}
          id={id}
          className={`flex-1 min-w-0 min-h-touch bg-surface rounded-full ${styles.input}`}
          {...described}
          {...(problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
          type="search"
          name="query"
          value={text}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={copy['search.input']}
          placeholder={copy['search.placeholder']}
          onChange={(event) => change(event.target.value)}
        />
        {mark}
        <IconButton type="submit" label={copy['search.submit']} {...described}>
          <Icon of={Search} />
        </IconButton>
        {helps && isTyping ? <Suggestions text={text} onChoose={find} /> : null}
      </form>
      {problem ? (
        <p id={`${id}-error`} className="px-margin text-note text-error pb-2" role="alert">
          {problem}
        </p>
      ) : null}
      {query === '' ? (
        <>
          {helps ? <OwnSearches onChoose={find} /> : null}
          <PopularTerms describedBy={described['aria-describedby']} onChoose={find} />
        </>
      ) : parts ? (
        <parts.Found {...search} />
      ) : (
        <PostListSkeleton />
      )}
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
    <section className="pt-4 pb-8">
      <h2 className="px-margin text-title pb-2">{copy['search.popular']}</h2>
      <ol>
        {searchTerms.map((term, index) => (
          <li key={term}>
            <button
              type="button"
              className={`row gap-3 pad-2 w-full text-start pressable ${styles.term}`}
              aria-describedby={describedBy}
              onClick={() => onChoose(term)}
            >
              <span className={`flex-none text-accent font-bold tabular-nums ${styles.rank}`} aria-hidden>
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
