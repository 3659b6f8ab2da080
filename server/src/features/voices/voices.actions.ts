import type { Campus } from '@madang/campus/campus';
import { WEIGHTY_AN_HOUR } from '@madang/contract/codes/rules';
import { VOICES_A_DAY, type Crowd } from '@madang/contract/voices/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { findBoard } from '../campus/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';
import type { VoiceStreams } from './voice-streams.ts';
import {
  countVoice,
  countVoiceByCode,
  deleteReplaced,
  insertVoice,
  listUnheard,
  lockVoicesOf,
  mayGiveVoices,
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

/** A voice; what is not said of it stays as it is in the one that it replaces. */
export interface GivenVoice {
  buildingId: string;
  crowd?: Crowd | null | undefined;
  quiet?: boolean | undefined;
  /** By a printed code. */
  byCode?: boolean;
}

/** Takes a voice, in a transaction of its own: {@link sayVoiceIn}. */
export function sayVoice(
  dependencies: VoicesDependencies,
  userId: string,
  voice: GivenVoice,
): Promise<boolean> {
  return dependencies.database.transaction((transaction) =>
    sayVoiceIn(transaction, dependencies, userId, voice),
  );
}

/**
 * Takes a voice of a student about a place; one of the last ten minutes is replaced, and where nothing is said only taken back
 * [PL-04]. One by a printed code weighs more, twice an hour at a place [PL-11]. Nothing that is stored names the student, and the transaction
 * writes and locks no row that a student or a place has: its number in system columns and in the write-ahead log would link them [SF-43].
 *
 * @returns whether it is one more, and replaces none.
 * @throws {ProblemError} `right.required`, `writing.suspended`, `resource.missing`, `place.muted`, `limit.reached`.
 */
export async function sayVoiceIn(
  transaction: Transaction,
  { campus, cache, voices, requireMayWrite }: VoicesDependencies,
  userId: string,
  { buildingId, byCode = false, ...given }: GivenVoice,
): Promise<boolean> {
  const { timeZone } = campus.settings;
  await lockVoicesOf(transaction, userId);
  if (!(await mayGiveVoices(transaction, userId))) throw new ProblemError('right.required');
  await requireMayWrite?.(transaction, userId, { buildingId, leavesNoMark: true });
  if ((await findBoard(transaction, buildingId))?.kind !== 'building')
    throw new ProblemError('resource.missing');
  if ((await listUnheard(transaction)).includes(buildingId)) throw new ProblemError('place.muted');
  const [key, ...before] = await readDayKeys(transaction, timeZone);
  if (!key) throw new ProblemError('server.failed');
  const pseudonym = pseudonymOf(key, userId, buildingId);
  const earlier = before.map((one) => pseudonymOf(one, userId, buildingId));
  const replaced = await deleteReplaced(transaction, buildingId, pseudonym, earlier);
  const crowd = given.crowd === undefined ? (replaced?.crowd ?? null) : given.crowd;
  const quiet = given.quiet ?? replaced?.quiet ?? false;
  if (crowd || quiet) {
    if (!replaced) {
      const { count, left } = await countVoice(transaction, timeZone, key.day, pseudonymOf(key, userId));
      if (count > VOICES_A_DAY) throw new ProblemError('limit.reached', { retryAfter: left });
    }
    const weighty =
      byCode &&
      (replaced?.byCode || (await countVoiceByCode(transaction, key.day, pseudonym)) <= WEIGHTY_AN_HOUR);
    await insertVoice(transaction, { buildingId, pseudonym, crowd, quiet, byCode: weighty });
  }
  transaction.afterCommit(() => {
    cache.invalidate([VOICES_TAG]);
    voices.announce();
  });
  return !replaced;
}
