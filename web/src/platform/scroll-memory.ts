const STORE_KEY = 'places:v1';
const ENTRIES_MAX = 100;
/** A list that was tall enough may still paint above the place: it is held for this long. */
const HOLD_FOR = 1_500;
/** After this long nobody waits any more for the list to become tall enough. */
const GIVE_UP_AFTER = 20_000;

/** Where a history entry was left: how far down, and how many pages its list had loaded. */
interface Place {
  top: number;
  pages: number;
}

function readAll(): [string, Place][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as [string, Place][]) : [];
  } catch {
    return [];
  }
}

const places = new Map<string, Place>(readAll());

function remember(historyKey: string, change: Partial<Place>): void {
  const place = { top: 0, pages: 0, ...places.get(historyKey), ...change };
  places.delete(historyKey);
  places.set(historyKey, place);
  const oldest = places.size > ENTRIES_MAX ? places.keys().next().value : undefined;
  if (oldest !== undefined) places.delete(oldest);
}

let restoring: string | undefined;

/** Remembers where a history entry was scrolled to; not where a list that is still too short stops on its way back. */
export function rememberScroll(historyKey: string, top: number): void {
  if (historyKey !== restoring) remember(historyKey, { top });
}

/** Remembers how many pages the list of a history entry has loaded. */
export function rememberPages(historyKey: string, pages: number): void {
  remember(historyKey, { pages });
}

/** How many pages the list of a history entry had when it was left; 0 for a new entry. */
export function recallPages(historyKey: string): number {
  return places.get(historyKey)?.pages ?? 0;
}

function storePlaces(): void {
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify([...places]));
  } catch {
    return;
  }
}

/** A page that comes back out of the browser's own cache learns what the tab's later pages stored. */
function readPlaces({ persisted }: PageTransitionEvent): void {
  if (persisted) for (const [historyKey, place] of readAll()) places.set(historyKey, place);
}

/** Places lie in the tab's storage while the page is away, so they survive a reload; returns the way to stop. */
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

/** The next way back starts at the top: what is new stands there. */
export function startNextAtTop(): void {
  topNext = true;
}

/**
 * Scrolls to where the entry was left: to the top of a new one; else again and again while the page grows, until
 * it is as tall as it was and stays so, or the user scrolls. Returns the way to stop it.
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
    // Arrived: from here on wherever the page is scrolled to is where it was left.
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
