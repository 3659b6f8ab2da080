import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { useHydrated } from './hydrated.ts';
import { type Entry, hearNavigation, navigate, type NavigateOptions, readEntry } from './browser-history.ts';

const EntryContext = createContext<Entry | null>(null);
/** The key of an entry while a page that the server drew is taken over: its state is not known there. */
export const NOT_READ = '';

/** Of a page that the server drew. */
export type Address = Pick<Entry, 'pathname' | 'search'>;

type PathParams = Readonly<Record<string, string>>;

/** What the address of the screen holds: the table of routes sets it, `useParams` reads it. */
export const ParamsContext = createContext<PathParams>({});

/** Keeps what is shown in step with the browser's history. The page before stays until the next one can be shown. */
export function Router({ drawn, children }: { drawn?: Address | undefined; children: ReactNode }) {
  const hydrated = useHydrated();
  const [entry, setEntry] = useState(() => (import.meta.env.SSR ? null : readEntry()));
  useLayoutEffect(() => hearNavigation((next) => startTransition(() => setEntry(next))), []);
  const atFirst = useMemo(() => drawn && { ...drawn, hash: '', state: null, key: NOT_READ }, [drawn]);
  return <EntryContext value={(hydrated ? entry : atFirst) ?? null}>{children}</EntryContext>;
}

/** The entry that is shown; while the next one is still loading, that is the one before it. */
export function useLocation(): Entry {
  const entry = use(EntryContext);
  if (!entry) throw new Error('outside of the router');
  return entry;
}

/** What stands in the address for the `:names` of the screen's pattern. */
export function useParams(): PathParams {
  return use(ParamsContext);
}

type SetSearch = (next: Record<string, string>, options?: NavigateOptions) => void;

/** What stands behind the question mark, and how to change it. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return [
    params,
    (next, options) => {
      const query = new URLSearchParams(next).toString();
      navigate(query === '' ? pathname : `${pathname}?${query}`, options);
    },
  ];
}

/** Goes elsewhere as soon as it is rendered. */
export function Navigate({ to, replace = false, state }: { to: string } & NavigateOptions) {
  const go = useEffectEvent(() => navigate(to, { replace, state }));
  useEffect(() => go(), [to]);
  return null;
}
