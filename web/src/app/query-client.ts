import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../platform/api.ts';
import { onReach, watchNetwork } from '../platform/online.ts';

const RETRIES = 2;

/** A refusal stays one however often one asks; only a failing network or server may get better. */
function mayGetBetter(failures: number, error: unknown): boolean {
  return failures < RETRIES && !(error instanceof ApiError && error.status < 500);
}

/** Lets queries follow whether the server can be reached. */
export function followNetwork(): void {
  watchNetwork();
  onlineManager.setEventListener(onReach);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline is shown as a failure with a retry, not as a skeleton without end.
        networkMode: 'always',
        // What failed or grew old meanwhile is read again by itself once the server is there again.
        refetchOnReconnect: true,
        retry: mayGetBetter,
        // On the server a client lives for one drawing, and a timer would hold it for longer.
        gcTime: import.meta.env.SSR ? Infinity : 15 * 60_000,
      },
      // What was sent is forgotten soon: passwords are among it.
      mutations: { networkMode: 'always', retry: false, gcTime: 1_000 },
    },
  });
}
