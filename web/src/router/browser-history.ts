/** One entry of the browser's history that belongs to the app. */
export interface Entry {
  pathname: string;
  search: string;
  hash: string;
  /** What the navigation gave along; it survives a reload, so it may be older than the page. */
  state: unknown;
  /** The same for as long as the entry exists, across reloads; `default` for the one the app was opened at. */
  key: string;
}

/** How the entry was reached: a new one, one in the place of another, or by the browser's own back and forward. */
export type Arrival = 'PUSH' | 'REPLACE' | 'POP';

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** What the app keeps in the browser's history: entries are numbered, so that the first one is known. */
interface Kept {
  usr?: unknown;
  key?: string;
  idx?: number;
}

type Listener = (entry: Entry, arrival: Arrival) => void;

const listeners = new Set<Listener>();

function readKept(): Kept {
  return (window.history.state ?? {}) as Kept;
}

/** The entry that the browser shows. */
export function readEntry(): Entry {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default' } = readKept();
  return { pathname, search, hash, state: usr, key };
}

/** Hears of every navigation, whoever caused it; returns the way to stop. */
export function hearNavigation(listener: Listener): () => void {
  const hearBrowser = (): void => listener(readEntry(), 'POP');
  listeners.add(listener);
  window.addEventListener('popstate', hearBrowser);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', hearBrowser);
  };
}

/** Goes to an address of the app, or so many entries back (negative) or forward. */
export function navigate(to: string | number, { replace = false, state }: NavigateOptions = {}): void {
  if (typeof to === 'number') {
    window.history.go(to);
    return;
  }
  const idx = (readKept().idx ?? 0) + (replace ? 0 : 1);
  const kept: Kept = { usr: state ?? null, key: Math.random().toString(36).slice(2, 10), idx };
  try {
    window.history[replace ? 'replaceState' : 'pushState'](kept, '', to);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error;
    // Safari takes 100 entries in half a minute; the page then loads anew instead of standing still.
    window.location.assign(to);
    return;
  }
  for (const listener of listeners) listener(readEntry(), replace ? 'REPLACE' : 'PUSH');
}

/** Goes back one page inside the app; from a shared link, to the given parent instead of out of the app. */
export function goBack(parent: string): void {
  if ((readKept().idx ?? 0) > 0) navigate(-1);
  else navigate(parent, { replace: true });
}
