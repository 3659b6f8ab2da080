import { useRef, useState } from 'react';
import { showToast } from '../../ui/toast-store.ts';
import { useProblemText } from './problem-text.ts';

/** One call behind a button: never twice at a time, and a failure is told. */
export function useAction(act: () => Promise<void>, handle?: (error: unknown) => boolean) {
  const { describeError } = useProblemText();
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);

  async function run(): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!handle?.(error)) showToast(describeError(error));
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }

  return { busy, onClick: () => void run() };
}
