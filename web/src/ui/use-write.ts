import { useLayoutEffect, useRef, useState } from 'react';
import { showToast, type ToastMessage, toasts } from './toast-store.ts';

interface WriteOptions<Result, Input> {
  write: (input: Input) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => unknown;
  onError?: (error: unknown, input: Input) => unknown;
}

/**
 * A write that is under way once at a time: however fast one presses, it is not sent a second time. It is under way until
 * what follows it is done, and that is done even where its screen was left meanwhile. When it succeeds, what was told of
 * its failure before is no longer true, and goes.
 */
export function useWrite<Result, Input = void>(options: WriteOptions<Result, Input>) {
  // `busy` comes with the next rendering, and so too late for a double tap.
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
    /** Tells why it is not even sent. */
    tell(text: string): void {
      showToast(text);
      told.current = toasts.markFailure();
    },
  };
}
