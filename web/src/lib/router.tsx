import { readOwnPath } from '@madang/contract/paths';
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
import { useHydrated } from './page.ts';

/** Entry of the browser's history that belongs to the app. */
interface Entry {
  pathname: string;
  search: string;
  hash: string;
  /** State given by the navigation; survives reloads, so possibly older than the page. */
  state: unknown;
  /** Key of the entry, stable across reloads. */
  key: string;
}

interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  /** Key of the entry that this one continues; default: a new key. */
  entryKey?: string | undefined;
}

/** State of the app in the browser's history; `idx` numbers the entries. */
interface HistoryState {
  usr?: unknown;
  key?: string;
  idx?: number;
}

type Listener = (entry: Entry) => void;

const listeners = new Set<Listener>();

/** Milliseconds in which a second press takes no further step: the browser steps back asynchronously. */
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

/** Returns the current entry. Sets the key of an entry made by a full load. */
export function readEntry(): Entry {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = makeKey(), ...rest } = readState();
  if (readState().key !== key) window.history.replaceState({ ...rest, usr, key }, '');
  return { pathname, search, hash, state: usr, key };
}

/** Calls the listener on every navigation; returns a function that stops it. */
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

/** Goes to an address of the app, or N entries back (negative) or forward. */
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
    const path = readOwnPath(to, window.location.href);
    if (path === null || (error instanceof DOMException && error.name === 'DataCloneError')) throw error;
    // Safari limits pushState to 100 entries per 30 seconds; then load the page instead.
    window.location.assign(path);
    return;
  }
  for (const listener of listeners) listener(readEntry());
}

/** Goes back N pages; from a shared link, to the given parent. */
export function goBack(parent: string, pages = 1): void {
  if ((readState().idx ?? 0) >= pages) navigate(-pages);
  else navigate(parent, { replace: true });
}

const EntryContext = createContext<Entry | null>(null);
/** Key of an entry during hydration, when its state is not known. */
export const NOT_READ = '';

/** Address of a server-rendered page. */
export type Address = Pick<Entry, 'pathname' | 'search'>;

type PathParams = Readonly<Record<string, string>>;

/** Path parameters of the screen: set by the route table, read by `useParams`. */
export const ParamsContext = createContext<PathParams>({});

/** Synchronizes the screen with the browser's history. The previous page stays until the next is ready. */
export function Router({ drawn, children }: { drawn?: Address | undefined; children: ReactNode }) {
  const hydrated = useHydrated();
  const [entry, setEntry] = useState(() => (import.meta.env.SSR ? null : readEntry()));
  useLayoutEffect(() => hearNavigation((next) => startTransition(() => setEntry(next))), []);
  const atFirst = useMemo(() => drawn && { ...drawn, hash: '', state: null, key: NOT_READ }, [drawn]);
  return <EntryContext value={(hydrated ? entry : atFirst) ?? null}>{children}</EntryContext>;
}

/** Returns the displayed entry; while the next one loads, the previous one. */
export function useLocation(): Entry {
  const entry = use(EntryContext);
  if (!entry) throw new Error('outside of the router');
  return entry;
}

/** Returns the values of the `:names` in the screen's pattern. */
export function useParams(): PathParams {
  return use(ParamsContext);
}

type SetSearch = (next: Record<string, string>, options?: NavigateOptions) => void;

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

export function Navigate({ to, replace = false, state }: { to: string } & NavigateOptions) {
  const go = useEffectEvent(() => navigate(to, { replace, state }));
  useEffect(() => go(), [to]);
  return null;
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  to: string;
}

/** Renders a link that navigates without reloading the page; the browser handles other addresses. */
export function Link({ to, replace = false, state, entryKey, onClick, target, ...rest }: LinkProps) {
  const { pathname, search, hash } = useLocation();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const held = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    const elsewhere = target !== undefined || !to.startsWith('/') || to.startsWith('//');
    if (event.defaultPrevented || event.button !== 0 || held || elsewhere) return;
    event.preventDefault();
    // A link to the current page adds no second entry.
    navigate(to, { replace: replace || to === `${pathname}${search}${hash}`, state, entryKey });
  }

  return (
    <a {...rest} href={to} target={target} onClick={follow}>
      {rest.children}
    </a>
  );
}

export interface SheetControl {
  open: boolean;
  show: () => void;
  close: () => void;
}

/**
 * Keeps a sheet's open state in the history, for the back button. Links inside use `replace`, so back does not reopen it.
 */
export function useSheet(name: string): SheetControl {
  const { pathname, search, state } = useLocation();
  const open = sheetOf(state) === name;
  return {
    open,
    // The second tap of a double tap comes before the sheet: add one entry only.
    show: () =>
      sheetOf(readEntry().state) === name ||
      navigate(`${pathname}${search}`, { state: { ...(state as object | null), sheet: name } }),
    close: () => void (open && navigate(-1)),
  };
}

const sheetOf = (state: unknown): unknown => (state as { sheet?: unknown } | null)?.sheet;
