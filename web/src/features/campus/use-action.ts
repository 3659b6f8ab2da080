import { showToast } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useProblemText } from './problem-text.ts';

/** Returns a button's action, one call at a time. Shows a failure unless `handle` returns true. */
export function useAction(act: () => Promise<void>, handle?: (error: unknown) => boolean) {
  const { describeError } = useProblemText();
  const { busy, send } = useWrite({
    write: act,
    onError: (error) => {
      if (!handle?.(error)) showToast(describeError(error));
    },
  });
  return { busy, onClick: () => send() };
}
