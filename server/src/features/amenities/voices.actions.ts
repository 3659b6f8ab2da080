import type { Campus } from '@madang/campus/campus';
import type { CampusAmenity } from '@madang/campus/parse-amenities';
import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import type { Amenity } from '@madang/contract/amenities/schema';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { AMENITIES_TAG, presentAmenity } from './amenities.present.ts';
import { lockAmenity, type StudentsDays } from './amenities.queries.ts';
import { doubtedSince, judgeVoices, nameChange, type Voice } from './judge-voices.ts';
import { changeDays, deleteVoice, listVoices, putVoice, spendVoices } from './voices.queries.ts';

/** With what runs upwards, handed down by `register-features.ts`. */
export interface VoicesDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  /** @throws {ProblemError} `writing.suspended`. */
  requireMayWrite?: (
    transaction: Transaction,
    userId: string,
    place: { buildingId: string },
  ) => Promise<void>;
  /** @throws {ProblemError} `input.invalid`, `upload.used`. */
  givePicture: (
    transaction: Transaction,
    voice: { userId: string; amenityId: string },
    uploadId: string | null,
  ) => Promise<void>;
  recordAct: (executor: Executor, entry: { actor: string; action: string; target: string }) => Promise<void>;
}

/** An amenity after a voice, and when that was said. */
interface Said {
  at: Date;
  /** False where the list changed by it. */
  counts: boolean;
  amenity: Amenity;
  /** False where it was said already. */
  counted: boolean;
}

interface GivenVoice {
  there: boolean;
  uploadId?: string | null | undefined;
}

/** Says whether an amenity is there, in a transaction of its own: {@link sayVoiceIn}. */
export function sayVoice(
  dependencies: VoicesDependencies,
  { userId }: Session,
  amenityId: string,
  voice: GivenVoice,
): Promise<Said> {
  return dependencies.database.transaction((transaction) =>
    sayVoiceIn(transaction, dependencies, userId, amenityId, voice),
  );
}

/**
 * Says whether an amenity is there [PL-09], in the place of what the student said of it before. One student after the other: of
 * two at once both are counted.
 *
 * @throws {ProblemError} `resource.missing`, `right.required`, `writing.suspended`, `input.invalid`, `upload.used`.
 */
export async function sayVoiceIn(
  transaction: Transaction,
  dependencies: VoicesDependencies,
  userId: string,
  amenityId: string,
  { there, uploadId = null }: GivenVoice,
): Promise<Said> {
  const { campus, requireMayWrite, givePicture } = dependencies;
  if (there && uploadId !== null) refuseFields({ uploadId: 'invalid' });
  const { row, before } = await lockWithVoices(transaction, amenityId);
  const student = await lockUser(transaction, userId);
  if (!student) throw new ProblemError('session.required');
  if (!student.writing_right) throw new ProblemError('right.required');
  await requireMayWrite?.(transaction, userId, { buildingId: row.building });

  const { timeZone } = campus.settings;
  const today = campusDay(campusClock(Date.now(), timeZone));
  const own = before.find((voice) => voice.userId === userId);
  const isSame = own?.there === there && (uploadId === null || uploadId === own.picture);
  // That it is still there is worth saying again on another day.
  if (isSame && (!there || campusDay(campusClock(own.at.getTime(), timeZone)) === today))
    return { at: own.at, counts: true, amenity: presentAmenity(row, before, timeZone), counted: false };

  const at = await putVoice(transaction, { userId, amenityId, there });
  await givePicture(transaction, { userId, amenityId }, uploadId);
  const others = before.filter((voice) => voice !== own);
  const after = [...others, { userId, there, at, picture: uploadId }];
  const days = judgeVoices(row, { before, after }, there, today);
  const amenity = await change(dependencies, transaction, row, { before, after, days });
  return { at, counts: days.gone === row.gone, amenity, counted: true };
}

/**
 * Takes back what a student said of an amenity; the list stays as it is, and a doubt that nobody else has ends.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function takeBackVoice(
  dependencies: VoicesDependencies,
  { userId }: Session,
  amenityId: string,
): Promise<Amenity> {
  return dependencies.database.transaction(async (transaction) => {
    const { row, before } = await lockWithVoices(transaction, amenityId);
    await deleteVoice(transaction, userId, amenityId);
    const after = before.filter((voice) => voice.userId !== userId);
    return change(dependencies, transaction, row, { before, after, days: row });
  });
}

async function lockWithVoices(
  transaction: Transaction,
  amenityId: string,
): Promise<{ row: CampusAmenity; before: Voice[] }> {
  const row = (await lockAmenity(transaction, amenityId))?.now;
  if (!row) throw new ProblemError('resource.missing');
  return { row, before: await listVoices(transaction, amenityId) };
}

/** Writes what became of it, with its line in the audit log, and lets everybody read it from the commit on. */
async function change(
  { campus, cache, recordAct }: VoicesDependencies,
  transaction: Transaction,
  row: CampusAmenity,
  { before, after, days }: { before: Voice[]; after: Voice[]; days: StudentsDays },
): Promise<Amenity> {
  const isTurned = days.gone !== row.gone;
  const changed = nameChange(
    { before: row, after: days },
    { before: doubtedSince(before) !== null, after: doubtedSince(after) !== null },
  );
  if (isTurned || days.confirmed !== row.confirmed)
    await changeDays(transaction, row.id, { confirmed: row.confirmed, gone: row.gone }, days);
  if (isTurned) await spendVoices(transaction, row.id);
  if (changed !== null)
    await recordAct(transaction, {
      actor: 'students',
      action: `amenity ${changed} by students`,
      target: row.id,
    });
  transaction.afterCommit(() => cache.invalidate([AMENITIES_TAG]));
  return presentAmenity(
    { ...row, confirmed: days.confirmed, gone: days.gone },
    isTurned ? [] : after,
    campus.settings.timeZone,
  );
}
