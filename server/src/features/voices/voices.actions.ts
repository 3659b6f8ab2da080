import type { Campus } from '@madang/campus/campus';
import { VOICES_A_DAY, type Crowd } from '@madang/contract/voices/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { findBoard } from '../campus/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';
import type { VoiceStreams } from './voice-streams.ts';
import {
  countVoice,
  deleteReplaced,
  insertVoice,
  listMutes,
  lockStudent,
  pseudonymOf,
  readDayKeys,
} from './voices.queries.ts';

/** What voices work with. */
export interface VoicesDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  voices: VoiceStreams;
  requireMayWrite?: RequireMayWrite | undefined;
}

/** Cached answers with voices in them. */
export const VOICES_TAG = 'voices';

/**
 * Takes a voice of a student about a place; one of the last ten minutes is replaced, and where nothing is said only taken back
 * [PL-04]. Nothing that is stored names the student.
 *
 * @throws {ProblemError} `right.required`, `writing.suspended`, `resource.missing`, `place.muted`, `limit.reached`.
 */
export async function sayVoice(
  { database, campus, cache, voices, requireMayWrite }: VoicesDependencies,
  userId: string,
  {
    buildingId,
    crowd,
    quiet = false,
  }: { buildingId: string; crowd: Crowd | null; quiet?: boolean | undefined },
): Promise<void> {
  const { timeZone } = campus.settings;
  await database.transaction(async (transaction) => {
    if (!(await lockStudent(transaction, userId))) throw new ProblemError('right.required');
    await requireMayWrite?.(transaction, userId, { buildingId });
    if ((await findBoard(transaction, buildingId))?.kind !== 'building')
      throw new ProblemError('resource.missing');
    if ((await listMutes(transaction)).includes(buildingId)) throw new ProblemError('place.muted');
    const [key, ...before] = await readDayKeys(transaction, timeZone);
    if (!key) throw new ProblemError('server.failed');
    const pseudonym = pseudonymOf(key, userId, buildingId);
    const earlier = before.map((one) => pseudonymOf(one, userId, buildingId));
    const replaced = await deleteReplaced(transaction, buildingId, pseudonym, earlier);
    if (crowd || quiet) {
      if (replaced === 0) {
        const { count, left } = await countVoice(transaction, timeZone, key.day, pseudonymOf(key, userId));
        if (count > VOICES_A_DAY) throw new ProblemError('limit.reached', { retryAfter: left });
      }
      await insertVoice(transaction, { buildingId, pseudonym, crowd, quiet });
    }
    transaction.afterCommit(() => {
      cache.invalidate([VOICES_TAG]);
      voices.announce();
    });
  });
}
