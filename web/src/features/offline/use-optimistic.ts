import { isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { lazyModule } from '../../lib/use-module.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useProblemText } from '../campus/problem-text.ts';

/** Pending writes, loaded after the first screen; before that nothing is pending. */
export const outboxModule = lazyModule(() => import('./outbox.tsx'));

interface OptimisticOptions<State> {
  /** Deduplication key; for updates that can wait offline, the path below `/api/`. One call per key is in flight. */
  key: string;
  /** Loads the current value if not cached: otherwise a press has no known direction. */
  ready?: () => Promise<unknown>;
  /** Reads the cache, not a rendering: two quick presses must see each other. */
  read: () => State;
  show: (state: State) => void;
  /** Sends the state; resolves to the state that the server stored. */
  send: (state: State) => Promise<State>;
  /** Called once no call is in flight. */
  onSettled?: (error?: unknown) => void;
  /** Message of a failure; default: the problem's own text. */
  failureText?: string;
}

/** Next state to send, by key. */
const queued = new Map<string, unknown>();
const sending = new Set<string>();

/**
 * Returns a function that changes a state optimistically. During a call, presses replace the queued state. Ends with the
 * server's state, also after a failure.
 */
export function useOptimistic<State>(options: OptimisticOptions<State>) {
  const { key, ready, read, show, send, onSettled, failureText } = options;
  const { describeError } = useProblemText();

  const write = useWrite({
    write: async (before: State) => {
      let confirmed = before;
      sending.add(key);
      try {
        while (queued.has(key)) {
          const state = queued.get(key) as State;
          queued.delete(key);
          confirmed = await (outboxModule.here?.sendUpdate(key, state, send) ?? send(state));
        }
      } finally {
        sending.delete(key);
        queued.delete(key);
        show(confirmed);
      }
    },
    onSuccess: () => onSettled?.(),
    onError: (error) => {
      showFailure(error);
      onSettled?.(error);
    },
  });

  function showFailure(error: unknown): void {
    // A limit includes a retry time; the usual text asks to retry at once.
    if (!failureText || isRefusal(error, 'limit.reached', 'session.otherUser'))
      showToast(describeError(error));
    else if (!isRefusal(error, 'session.required')) showToast(failureText);
  }

  return async (change: (now: State) => State): Promise<void> => {
    try {
      if (ready) await ready();
    } catch (error) {
      showFailure(error);
      return;
    }
    const before = read();
    const state = change(before);
    queued.set(key, state);
    show(state);
    if (!sending.has(key)) write.send(before);
  };
}
