import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { serverNow } from '../../lib/online.ts';
import { useCampus } from '../campus/campus-context.ts';
import { packQuery } from '../campus/campus-queries.ts';
import { useOptimistic } from '../offline/use-optimistic.ts';
import { useUser } from '../session/session.ts';
import type { Amenity } from './place-filter.ts';
import { type OwnVoice, voicesQuery } from './voice-queries.ts';

/** Report to send, optionally with an uploaded picture. */
type Wish = (OwnVoice & { uploadId?: string | undefined }) | null;

/** Returns the student's report on one amenity: an optimistic update, rolled back on failure [PL-09]. */
export function useOwnVoice(amenityId: string) {
  const client = useQueryClient();
  const { timeZone } = useCampus();
  const enabled = useUser().writingRight;
  const { data: voices = [] } = useQuery({ ...voicesQuery, enabled });
  const isOwn = (voice: OwnVoice) => voice.amenityId === amenityId;
  // Reads the cache, not a rendering: the second of two taps must see the first.
  const read = () => client.getQueryData(voicesQuery.queryKey)?.find(isOwn) ?? null;

  const wish = useOptimistic<Wish>({
    key: `amenity ${amenityId}`,
    ready: () => client.ensureQueryData(voicesQuery),
    read,
    show: (voice) =>
      client.setQueryData(
        voicesQuery.queryKey,
        (known) => known && [...(voice ? [voice] : []), ...known.filter((other) => !isOwn(other))],
      ),
    async send(voice) {
      const path = { amenityId };
      if (!voice) {
        showAmenity((await call('DELETE /api/amenities/{amenityId}/voice', { path })).amenity);
        return null;
      }
      const body = { there: voice.there, uploadId: voice.uploadId ?? null };
      const said = await call('PUT /api/amenities/{amenityId}/voice', { path, body });
      showAmenity(said.amenity);
      return said.voice;
    },
  });

  function showAmenity(amenity: Amenity): void {
    client.setQueryData(
      packQuery.queryKey,
      (pack) =>
        pack && {
          ...pack,
          amenities: pack.amenities.map((other) => (other.id === amenity.id ? amenity : other)),
        },
    );
  }

  const dayOf = (instant: number) => campusDay(campusClock(instant, timeZone));

  return {
    /** Null without a report that still counts. */
    own: voices.find((voice) => isOwn(voice) && voice.counts) ?? null,
    async say(there: boolean, uploadId?: string): Promise<void> {
      const now = serverNow();
      const known = read();
      const isSame = known?.counts && known.there === there && uploadId === undefined;
      // Repeating that it is still there counts on another day.
      if (isSame && (!there || dayOf(Date.parse(known.at)) === dayOf(now))) return;
      await wish(() => ({ amenityId, there, at: new Date(now).toISOString(), counts: true, uploadId }));
    },
    takeBack: () => wish(() => null),
  };
}
