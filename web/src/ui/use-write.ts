import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

type WriteOptions<Result, Input> = Pick<
  UseMutationOptions<Result, Error, Input>,
  'mutationFn' | 'onSuccess' | 'onError'
>;

/** A write that is under way once at a time: however fast one presses, it is not sent a second time. */
export function useWrite<Result, Input = void>(options: WriteOptions<Result, Input>) {
  // `isPending` comes with the next rendering, and so too late for a double tap.
  const sending = useRef(false);
  const { isPending, mutate } = useMutation({
    ...options,
    onSettled: () => {
      sending.current = false;
    },
  });
  return {
    busy: isPending,
    isSending: () => sending.current,
    send: (input: Input) => {
      if (sending.current) return;
      sending.current = true;
      mutate(input);
    },
  };
}
