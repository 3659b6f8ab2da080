import { queryOptions } from '@tanstack/react-query';
import { forEverybody } from '../../parts/session/session.ts';
import { call } from '../../platform/api.ts';

export type LegalDocument = 'terms' | 'privacy';

export const legalKey = ['legal'] as const;

export function legalQuery(document: LegalDocument) {
  return queryOptions({
    queryKey: [...legalKey, document],
    queryFn: ({ signal }) => call('GET /api/legal/{document}', { path: { document } }, { signal }),
    staleTime: Infinity,
    meta: forEverybody,
  });
}
