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
import {
  type Arrival,
  type Entry,
  hearNavigation,
  navigate,
  type NavigateOptions,
  readEntry,
} from './browser-history.ts';
import type { PathParams } from './match-path.ts';

interface Shown {
  entry: Entry;
  arrival: Arrival;
}

const ShownContext = createContext<Shown | null>(null);
/** What the address of the screen holds: the table of routes sets it, `useParams` reads it. */
export const ParamsContext = createContext<PathParams>({});

/** Keeps what is shown in step with the browser's history. The page before stays until the next one can be shown. */
export function Router({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>(() => ({ entry: readEntry(), arrival: 'POP' }));
  useLayoutEffect(
    () => hearNavigation((entry, arrival) => startTransition(() => setShown({ entry, arrival }))),
    [],
  );
  return <ShownContext value={shown}>{children}</ShownContext>;
}

function useShown(): Shown {
  const shown = use(ShownContext);
  if (!shown) throw new Error('outside of the router');
  return shown;
}

/** The entry that is shown; while the next one is still loading, that is the one before it. */
export function useLocation(): Entry {
  return useShown().entry;
}

/** How the shown entry was reached. */
export function useArrival(): Arrival {
  return useShown().arrival;
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
