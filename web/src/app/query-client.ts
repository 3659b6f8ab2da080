import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import { onReach, watchNetwork } from '../lib/online.ts';

const RETRIES = 2;

/** Whether to retry: a refusal is final; only a failed network or server may recover. */
function mayGetBetter(failures: number, error: unknown): boolean {
  return failures < RETRIES && !(error instanceof ApiError && error.status < 500);
}

/** Connects queries to the reachability of the server. */
export function followNetwork(): void {
  watchNetwork();
  onlineManager.setEventListener(onReach);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline is shown as a failure with a retry, not as an endless skeleton.
        networkMode: 'always',
        // Failed and stale queries are refetched once the server is reachable.
        refetchOnReconnect: true,
        retry: mayGetBetter,
        // On the server a client lives for one rendering; a timer would keep it alive.
        gcTime: import.meta.env.SSR ? Infinity : 15 * 60_000,
      },
      // Sent data is dropped soon: it may include passwords.
      mutations: { networkMode: 'always', retry: false, gcTime: 1_000 },
    },
  });
}
