import { showToast } from '../../ui/toast-store.ts';
import { useWrite } from '../../ui/use-write.ts';
import { useProblemText } from './problem-text.ts';

/** One call behind a button: never twice at a time, and a failure is told unless `handle` took care of it. */
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
