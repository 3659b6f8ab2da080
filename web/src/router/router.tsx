import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
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

/** One entry of the browser's history that belongs to the app. */
export interface Entry {
  pathname: string;
  search: string;
  hash: string;
  /** What the navigation gave along; it survives a reload, so it may be older than the page. */
  state: unknown;
  /** The same for as long as the entry exists, across reloads. */
  key: string;
}

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** The key of the entry that this one continues; without it the new entry has a key of its own. */
  entryKey?: string | undefined;
}

/** What the app keeps in the browser's history: entries are numbered, so that the first one is known. */
interface HistoryState {
  usr?: unknown;
  key?: string;
  idx?: number;
}

type Listener = (entry: Entry) => void;

const listeners = new Set<Listener>();

/** The browser steps back some time after it is asked to; what is pressed twice until then goes one step. */
const STEP_WITHIN = 500;
let stepping: ReturnType<typeof setTimeout> | undefined;

function endStep(): void {
  clearTimeout(stepping);
  stepping = undefined;
}

function readState(): HistoryState {
  return (window.history.state ?? {}) as HistoryState;
}

function makeKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

/** The entry that the browser shows. One that the browser made, as every full load does, gets its key here. */
export function readEntry(): Entry {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = makeKey(), ...rest } = readState();
  if (readState().key !== key) window.history.replaceState({ ...rest, usr, key }, '');
  return { pathname, search, hash, state: usr, key };
}

/** Hears of every navigation, no matter who caused it; returns the way to stop. */
export function hearNavigation(listener: Listener): () => void {
  const hearBrowser = (): void => {
    endStep();
    listener(readEntry());
  };
  listeners.add(listener);
  window.addEventListener('popstate', hearBrowser);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', hearBrowser);
  };
}

/** Goes to an address of the app, or so many entries back (negative) or forward. */
export function navigate(to: string | number, options: NavigateOptions = {}): void {
  if (typeof to === 'number') {
    if (stepping !== undefined) return;
    stepping = setTimeout(endStep, STEP_WITHIN);
    window.history.go(to);
    return;
  }
  const { replace = false, state = null, entryKey = makeKey() } = options;
  const idx = (readState().idx ?? 0) + (replace ? 0 : 1);
  const next: HistoryState = { usr: state, key: entryKey, idx };
  try {
    window.history[replace ? 'replaceState' : 'pushState'](next, '', to);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
    // Safari takes 100 entries in half a minute; the page then loads again instead of standing still.
    window.location.assign(to);
    return;
  }
  for (const listener of listeners) listener(readEntry());
}

/** Goes back one page inside the app, or so many; from a shared link, to the given parent instead of out of the app. */
export function goBack(parent: string, pages = 1): void {
  if ((readState().idx ?? 0) >= pages) navigate(-pages);
  else navigate(parent, { replace: true });
}

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

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  to: string;
}

/** Goes to an address of the app without loading the page again; other addresses are left to the browser. */
export function Link({ to, replace = false, state, entryKey, onClick, target, ...rest }: LinkProps) {
  const { pathname, search, hash } = useLocation();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const held = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    const elsewhere = target !== undefined || !to.startsWith('/') || to.startsWith('//');
    if (event.defaultPrevented || event.button !== 0 || held || elsewhere) return;
    event.preventDefault();
    // The page one is on already makes no second entry.
    navigate(to, { replace: replace || to === `${pathname}${search}${hash}`, state, entryKey });
  }

  return (
    <a {...rest} href={to} target={target} onClick={follow}>
      {rest.children}
    </a>
  );
}
