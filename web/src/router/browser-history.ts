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
