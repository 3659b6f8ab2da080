import type { Crowd } from '@madang/contract/voices/rules';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';

/** What students say of all places now; official edition only. */
export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  ...ask('GET /api/voices', undefined),
  staleTime: 30_000,
});

/** What was said from this page; the server does not know whose a voice is. */
export interface OwnVoice {
  crowd: Crowd | null;
  quiet: boolean;
  /** When, on the clocks of the campus. */
  clock: number;
}

/** What was said of a place from this page, for as long as it can be changed. */
export const ownVoiceQuery = (buildingId: string) =>
  queryOptions<OwnVoice>({ queryKey: ['own voice', buildingId], queryFn: skipToken });
