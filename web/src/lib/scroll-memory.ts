import { tryStorage } from './drafts.ts';

const STORE_KEY = 'places:v1';
const ENTRIES_MAX = 100;
/** Time a position is held: a tall enough list may still paint above it. */
const HOLD_FOR = 1_500;
/** Time to wait for the list to become tall enough. */
const GIVE_UP_AFTER = 20_000;

/** Scroll position of a history entry, and the number of pages its list had loaded. */
interface Place {
  top: number;
  pages: number;
}

function readAll(): [string, Place][] {
  const stored = tryStorage((): unknown => JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]'));
  return Array.isArray(stored) ? (stored as [string, Place][]) : [];
}

const places = new Map<string, Place>(readAll());

function remember(historyKey: string, change: Partial<Place>): void {
  const place = { top: 0, pages: 0, ...places.get(historyKey), ...change };
  places.delete(historyKey);
  places.set(historyKey, place);
  const oldest = places.size > ENTRIES_MAX ? places.keys().next().value : undefined;
  if (oldest !== undefined) places.delete(oldest);
}

/** Whether the user saw an entry before, also before a reload. */
export function isKnownPlace(historyKey: string): boolean {
  return places.has(historyKey);
}

/** Whether the user left an entry below its top. */
export function wasScrolled(historyKey: string): boolean {
  return (places.get(historyKey)?.top ?? 0) > 0;
}

let restoring: string | undefined;

/** Stores an entry's scroll position, except while restoring it in a list still too short. */
export function rememberScroll(historyKey: string, top: number): void {
  if (historyKey !== restoring) remember(historyKey, { top });
}

/** Stores how many pages an entry's list has loaded. */
export function rememberPages(historyKey: string, pages: number): void {
  remember(historyKey, { pages });
}

/** Returns how many pages an entry's list had loaded; 0 for a new entry. */
export function recallPages(historyKey: string): number {
  return places.get(historyKey)?.pages ?? 0;
}

function storePlaces(): void {
  tryStorage(() => sessionStorage.setItem(STORE_KEY, JSON.stringify([...places])));
}

/** Reads places of later pages when this one returns from the back/forward cache. */
function readPlaces({ persisted }: PageTransitionEvent): void {
  if (persisted) for (const [historyKey, place] of readAll()) places.set(historyKey, place);
}

/** Stores places in sessionStorage while the page is hidden, for reloads. Returns a stop function. */
export function keepPlaces(): () => void {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', storePlaces);
  window.addEventListener('pageshow', readPlaces);
  return () => {
    window.removeEventListener('pagehide', storePlaces);
    window.removeEventListener('pageshow', readPlaces);
  };
}

let topNext = false;

/** Makes the next restored entry start at the top, where new content is. */
export function startNextAtTop(): void {
  topNext = true;
}

/**
 * Restores an entry's scroll position, or the top of a new one, until the page is tall enough or the user scrolls. Returns a
 * stop function.
 */
export function restoreScroll(historyKey: string): () => void {
  if (topNext) remember(historyKey, { top: 0 });
  topNext = false;
  const top = places.get(historyKey)?.top ?? 0;
  restoring = historyKey;
  let holding: ReturnType<typeof setTimeout> | undefined;
  const move = (): void => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) >= 1) return;
    // Arrived: from here on, scrolling updates the stored place.
    restoring = undefined;
    holding ??= setTimeout(stop, HOLD_FOR);
  };
  const growth = new ResizeObserver(move);
  const giveUp = setTimeout(stop, GIVE_UP_AFTER);
  const signs = ['wheel', 'touchstart', 'keydown'];
  function stop(): void {
    restoring = undefined;
    growth.disconnect();
    clearTimeout(holding);
    clearTimeout(giveUp);
    for (const name of signs) window.removeEventListener(name, stop);
  }
  for (const name of signs) window.addEventListener(name, stop, { passive: true });
  move();
  if (top > 0) growth.observe(document.body);
  return stop;
}
