/** Handlers of a live stream. */
interface LiveHandlers {
  /** Called for a new entry; `number` is its position and the resume point. */
  onEntry: (data: unknown) => void;
  /** Called by event name when displayed content changes. */
  onChange: Readonly<Record<string, (data: unknown) => void>>;
  /** Called when displayed content may be wrong: removal, restoration, too far behind, or reconnection. */
  onStale: () => void;
  /** Called when the server refuses; the stream gives no reason. */
  onRefused: () => void;
}

interface LiveOptions extends LiveHandlers {
  /** Stream address without its resume point. */
  address: string;
  entryEvent: string;
  staleEvents: readonly string[];
  /** Returns the highest number on the screen; undefined starts from now. */
  after: () => number | undefined;
}

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/**
 * Keeps one server-sent event stream open until the returned function is called. EventSource stops on an error answer (a proxy's
 * 502 during a deploy). Closed streams reopen with growing delay, or at once when online or shown.
 */
export function openLive({ address, entryEvent, staleEvents, after, ...handlers }: LiveOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY;
  let interrupted = false;
  let highest = 0;

  function connect(): void {
    clearTimeout(timer);
    source?.close();
    const shown = after();
    const resume = shown === undefined && highest === 0 ? undefined : Math.max(shown ?? 0, highest);
    const opened = new EventSource(resume === undefined ? address : `${address}?after=${resume}`);
    source = opened;
    opened.onopen = () => {
      delay = FIRST_DELAY;
      if (interrupted) handlers.onStale();
      interrupted = false;
    };
    opened.onerror = () => {
      interrupted = true;
      if (opened.readyState !== EventSource.CLOSED) return;
      handlers.onRefused();
      // Jitter: otherwise all clients would reconnect in the same second after a restart.
      timer = setTimeout(connect, delay * (0.5 + Math.random()));
      delay = Math.min(delay * 2, LONGEST_DELAY);
    };
    opened.addEventListener(entryEvent, (event) => {
      highest = Math.max(highest, Number(event.lastEventId) || 0);
      handlers.onEntry(JSON.parse(String(event.data)));
    });
    for (const [name, change] of Object.entries(handlers.onChange))
      opened.addEventListener(name, (event) => change(JSON.parse(String((event as MessageEvent).data))));
    for (const name of staleEvents) opened.addEventListener(name, handlers.onStale);
  }

  function reconnectAtOnce(): void {
    interrupted = true;
    connect();
  }

  function reconnectIfClosed(): void {
    if (document.visibilityState !== 'hidden' && source?.readyState !== EventSource.OPEN) reconnectAtOnce();
  }

  connect();
  // After a network change a stream can look open but be dead: `online` always reconnects.
  window.addEventListener('online', reconnectAtOnce);
  document.addEventListener('visibilitychange', reconnectIfClosed);
  return () => {
    clearTimeout(timer);
    source?.close();
    window.removeEventListener('online', reconnectAtOnce);
    document.removeEventListener('visibilitychange', reconnectIfClosed);
  };
}

/** Keeps a connection open while the page is shown, until stopped: tabs share few connections. */
export function whileShown(open: (again: boolean) => () => void): () => void {
  let close: (() => void) | undefined;
  let opened = false;

  function openOrClose(): void {
    if (document.visibilityState === 'hidden') {
      close?.();
      close = undefined;
      return;
    }
    close ??= open(opened);
    opened = true;
  }

  document.addEventListener('visibilitychange', openOrClose);
  openOrClose();
  return () => {
    document.removeEventListener('visibilitychange', openOrClose);
    close?.();
  };
}
