import { readCode } from '@madang/contract/codes/rules';
import type { CallOutput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import type { Router } from '../../platform/http/router.ts';
import { AMENITIES_TAG, readAmenities } from '../amenities/index.ts';
import { readVoices, VOICES_TAG } from '../voices/index.ts';
import { confirmByCode, sayByCode, type CodesDependencies } from './codes.actions.ts';
import { findCode } from './codes.queries.ts';

/** Mounts what a printed code leads to. */
export function registerCodes(router: Router, dependencies: CodesDependencies): void {
  router.share('GET /api/codes/{code}', async ({ path }) => ({
    json: JSON.stringify(await readSign(dependencies, path.code)),
    tags: () => [VOICES_TAG, AMENITIES_TAG],
  }));

  router.handle('POST /api/codes/voice', ({ session, body }) =>
    sayByCode(dependencies, session.userId, body),
  );

  router.handle('POST /api/codes/confirmation', ({ session, body }) =>
    confirmByCode(dependencies, session.userId, body.code),
  );
}

/** What is known where a code hangs. */
async function readSign(
  { database, campus }: CodesDependencies,
  given: string,
): Promise<CallOutput<Endpoints['GET /api/codes/{code}']>> {
  const code = readCode(given);
  const row = code === null ? undefined : await findCode(database, code);
  if (!row) return { sign: null };
  const { buildingId: id, building: name, spot, amenityId, replacedBy } = row;
  const { places, muted } = await readVoices(database, campus);
  const { hours } = await readAmenities(database, campus.settings.timeZone);
  return {
    sign: {
      building: { id, name },
      spot,
      amenityId,
      replaced: replacedBy !== null,
      muted: muted.includes(id),
      voices: places[id] ?? {},
      hours: hours.filter(({ buildingId }) => buildingId === id),
    },
  };
}
