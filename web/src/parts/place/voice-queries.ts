import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';

export type OwnVoice = Output<'GET /api/amenities/voices'>['voices'][number];

/** What the student said of amenities in the last month; official edition only. */
export const voicesQuery = queryOptions({
  queryKey: ['amenity-voices'],
  ...ask('GET /api/amenities/voices', undefined, ({ voices }) => voices),
  staleTime: 5 * 60_000,
});
