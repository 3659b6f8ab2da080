import { useLayoutEffect, useRef, useState } from 'react';
import { showToast, type ToastMessage, toasts } from './toast-store.ts';

interface WriteOptions<Result, Input> {
  write: (input: Input) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => unknown;
  onError?: (error: unknown, input: Input) => unknown;
}

/**
 * Runs one write at a time, including its follow-up, even after leaving the screen. Success dismisses earlier failures.
 */
export function useWrite<Result, Input = void>(options: WriteOptions<Result, Input>) {
  // `busy` changes with the next rendering, too late for a double tap.
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const told = useRef<ToastMessage>(undefined);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });

  async function send(input: Input): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      const result = await latest.current.write(input);
      toasts.takeBack(told.current);
      await latest.current.onSuccess?.(result, input);
    } catch (error) {
      const before = toasts.read();
      await latest.current.onError?.(error, input);
      if (toasts.read() !== before) told.current = toasts.markFailure();
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    isSending: () => sending.current,
    send: (input: Input): void => void send(input),
    /** Shows why the write is not sent. */
    tell(text: string): void {
      showToast(text);
      told.current = toasts.markFailure();
    },
  };
}
