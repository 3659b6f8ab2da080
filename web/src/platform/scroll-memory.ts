const STORE_KEY = 'scroll:v1';
const ENTRIES_MAX = 100;
/** How long a list that is still painting may take to become tall enough. */
const RESTORE_FOR = 1_500;

function readAll(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as [string, number][]) : [];
  } catch {
    return [];
  }
}

const positions = new Map<string, number>(readAll());

/** Remembers where a history entry was scrolled to. */
export function rememberScroll(historyKey: string, top: number): void {
  positions.delete(historyKey);
  positions.set(historyKey, top);
  const oldest = positions.size > ENTRIES_MAX ? positions.keys().next().value : undefined;
  if (oldest !== undefined) positions.delete(oldest);
}

/** Survives a reload: positions move into the tab's storage when the page goes away. */
export function storeScroll(): void {
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify([...positions]));
  } catch {
    return;
  }
}

let topNext = false;

/** The next way back starts at the top: what is new stands there. */
export function startNextAtTop(): void {
  topNext = true;
}

/** Scrolls back, again while the page grows; stops when the student scrolls. Returns the way to stop it. */
export function restoreScroll(historyKey: string): () => void {
  const top = topNext ? 0 : (positions.get(historyKey) ?? 0);
  topNext = false;
  const growth = new ResizeObserver(() => window.scrollTo(0, top));
  const stop = (): void => {
    growth.disconnect();
    clearTimeout(timer);
    for (const name of ['wheel', 'touchstart', 'keydown']) window.removeEventListener(name, stop);
  };
  const timer = setTimeout(stop, RESTORE_FOR);
  for (const name of ['wheel', 'touchstart', 'keydown'])
    window.addEventListener(name, stop, { passive: true });
  window.scrollTo(0, top);
  growth.observe(document.body);
  return stop;
}
