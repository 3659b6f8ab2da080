import { isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { lateModule } from '../../lib/use-module.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useProblemText } from '../campus/problem-text.ts';

/** Pending writes, loaded after the first screen; before that nothing is pending. */
export const outboxModule = lateModule(() => import('./outbox.tsx'));

interface WishOptions<State> {
  /**
   * Deduplication key; for updates that can wait offline, the path below `/api/`. One call per key is in flight, across screens.
   */
  key: string;
  /** Loads the current value if not cached: otherwise a press has no known direction. */
  ready?: () => Promise<unknown>;
  /** Reads the cache, not a rendering: two quick presses must see each other. */
  read: () => State;
  show: (state: State) => void;
  /** Sends to the server; resolves to the server's state. */
  send: (wish: State) => Promise<State>;
  /** Called once no call is in flight. */
  onEnd?: (error?: unknown) => void;
  /** Message of a failure. */
  failed?: string;
}

/** Next value to send, by key. */
const wanted = new Map<string, unknown>();
const sending = new Set<string>();

/**
 * Returns an optimistic update. During a call, presses only change the next value. Ends with the server's state, also after
 * failure.
 */
export function useWish<State>({ key, ready, read, show, send, onEnd, failed }: WishOptions<State>) {
  const { describeError } = useProblemText();

  const write = useWrite({
    write: async (before: State) => {
      let confirmed = before;
      sending.add(key);
      try {
        while (wanted.has(key)) {
          const wish = wanted.get(key) as State;
          wanted.delete(key);
          confirmed = await (outboxModule.here?.sendWish(key, wish, send) ?? send(wish));
        }
      } finally {
        sending.delete(key);
        wanted.delete(key);
        show(confirmed);
      }
    },
    onSuccess: () => onEnd?.(),
    onError: (error) => {
      tell(error);
      onEnd?.(error);
    },
  });

  function tell(error: unknown): void {
    // A limit includes a retry time; the usual text asks to retry at once.
    if (!failed || isRefusal(error, 'limit.reached', 'session.otherUser')) showToast(describeError(error));
    else if (!isRefusal(error, 'session.required')) showToast(failed);
  }

  return async (change: (now: State) => State): Promise<void> => {
    try {
      if (ready) await ready();
    } catch (error) {
      tell(error);
      return;
    }
    const before = read();
    const wish = change(before);
    wanted.set(key, wish);
    show(wish);
    if (!sending.has(key)) write.send(before);
  };
}
