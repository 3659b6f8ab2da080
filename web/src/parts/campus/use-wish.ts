import { isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useWrite } from '../../ui/use-write.ts';
import { lateOutbox } from '../outbox/late-outbox.ts';
import { useProblemText } from './problem-text.ts';

interface WishOptions<State> {
  /** What it is about, and of what waits for a network its address below `/api/`: one call at a time is under way for it, also where its screen was left and opened again. */
  key: string;
  /** Finds out what stands there, where that is not known yet: without it nobody knows which way a press goes. */
  ready?: () => Promise<unknown>;
  /** From the cache, not from a rendering: two quick presses must see each other. */
  read: () => State;
  show: (state: State) => void;
  /** Tells the server; what it answers is what it holds then. */
  send: (wish: State) => Promise<State>;
  /** Follows once nothing is under way any more. */
  onEnd?: (error?: unknown) => void;
  /** What a failure is called here. */
  failed?: string;
}

/** What is sent next, by what it is about. */
const wanted = new Map<string, unknown>();
const sending = new Set<string>();

/**
 * Something that a press changes. Shown at once; while a call is under way further presses only change what is sent next, so
 * the last one wins; at the end stands what the server said last, also where it failed.
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
          confirmed = await (lateOutbox.here?.sendWish(key, wish, send) ?? send(wish));
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
    // A limit says when to try again; the usual text says to try at once.
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
