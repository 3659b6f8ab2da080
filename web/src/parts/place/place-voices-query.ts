import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';

/** What voices say of one place. */
export type PlaceVoices = Output<'GET /api/voices'>['places'][string];

/** What students say of all places now; official edition only. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  ...ask('GET /api/voices', undefined),
  staleTime: 30_000,
});
