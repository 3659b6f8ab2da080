import { useLayoutEffect, useRef, useState } from 'react';

interface WriteOptions<Result, Input> {
  write: (input: Input) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => unknown;
  onError?: (error: unknown, input: Input) => unknown;
}

/**
 * A write that is under way once at a time: however fast one presses, it is not sent a second time. It is under way until
 * what follows it is done, and that is done even where its screen was left meanwhile.
 */
export function useWrite<Result, Input = void>(options: WriteOptions<Result, Input>) {
  // `busy` comes with the next rendering, and so too late for a double tap.
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
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
      await latest.current.onSuccess?.(result, input);
    } catch (error) {
      await latest.current.onError?.(error, input);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return { busy, isSending: () => sending.current, send: (input: Input): void => void send(input) };
}
