import { queryOptions } from '@tanstack/react-query';
import { forEverybody } from '../session/session.ts';
import { ask } from '../../lib/api.ts';

export type LegalDocument = 'terms' | 'privacy';

export const legalKey = ['legal'] as const;

export function legalQuery(document: LegalDocument) {
  return queryOptions({
    queryKey: [...legalKey, document],
    ...ask('GET /api/legal/{document}', { path: { document } }),
    staleTime: Infinity,
    meta: forEverybody,
  });
}
