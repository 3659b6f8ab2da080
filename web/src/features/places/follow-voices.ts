import type { QueryClient } from '@tanstack/react-query';
import type { Output } from '../../lib/api.ts';
import { openLive, whileShown } from '../../lib/live.ts';
import { sessionQuery } from '../session/session.ts';
import { voicesQuery } from './place-queries.ts';

/** Synchronizes crowd reports while the page is shown, until the returned function is called. */
export function followVoices(client: QueryClient): () => void {
  return whileShown(() =>
    openLive({
      address: '/api/voices/live',
      entryEvent: 'voices',
      staleEvents: [],
      after: () => undefined,
      onEntry: (data) => client.setQueryData(voicesQuery.queryKey, data as Output<'GET /api/voices'>),
      onChange: {},
      // Each connection starts with the current state.
      onStale: () => {},
      onRefused: () => void client.invalidateQueries(sessionQuery),
    }),
  );
}
