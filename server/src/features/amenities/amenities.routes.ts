import type { Router } from '../../platform/http/router.ts';
import { sayVoice, takeBackVoice, type VoicesDependencies } from './voices.actions.ts';
import { listOwnVoices } from './voices.queries.ts';

/** Mounts what students say of amenities; all read these in the campus pack. */
export function registerAmenities(router: Router, dependencies: VoicesDependencies): void {
  router.handle('GET /api/amenities/voices', async ({ session }) => ({
    voices: (await listOwnVoices(dependencies.database, session.userId)).map(({ at, ...voice }) => ({
      ...voice,
      at: at.toISOString(),
    })),
  }));

  router.handle('PUT /api/amenities/{amenityId}/voice', async ({ session, path: { amenityId }, body }) => {
    const { at, counts, ...said } = await sayVoice(dependencies, session, amenityId, body);
    return { voice: { amenityId, there: body.there, at: at.toISOString(), counts }, ...said };
  });

  router.handle('DELETE /api/amenities/{amenityId}/voice', async ({ session, path }) => ({
    amenity: await takeBackVoice(dependencies, session, path.amenityId),
  }));
}
