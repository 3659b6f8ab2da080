import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../platform/api.ts';
import { onReach, watchNetwork } from '../platform/online.ts';

const RETRIES = 2;

/** A refusal stays one however often one asks; only a failing network or server may get better. */
function mayGetBetter(failures: number, error: unknown): boolean {
  return failures < RETRIES && !(error instanceof ApiError && error.status < 500);
}

export function createQueryClient(): QueryClient {
  watchNetwork();
  onlineManager.setEventListener(onReach);
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline is shown as a failure with a retry, not as a skeleton without end.
        networkMode: 'always',
        // What failed or grew old meanwhile is read again by itself once the server is there again.
        refetchOnReconnect: true,
        retry: mayGetBetter,
        gcTime: 15 * 60_000,
      },
      // What was sent is forgotten soon: passwords are among it.
      mutations: { networkMode: 'always', retry: false, gcTime: 1_000 },
    },
  });
}
