import { queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../lib/api.ts';

export type OwnVoice = Output<'GET /api/amenities/voices'>['voices'][number];

/** Query of the student's amenity reports of the last month; official edition only. */
export const voicesQuery = queryOptions({
  queryKey: ['amenity-voices'],
  ...ask('GET /api/amenities/voices', undefined, ({ voices }) => voices),
  staleTime: 5 * 60_000,
});
