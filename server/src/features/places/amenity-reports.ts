import type { Body } from '@madang/contract/endpoints';
import type { Campus } from '@madang/campus/campus';
import type { CampusAmenity, CampusHours } from '@madang/campus/parse-places';
import { type BuildingHours, campusClock, campusDay } from '@madang/contract/places/open-hours';
import { AGREEING, parseFloor, parseHours, REPORT_DAYS } from '@madang/contract/places/amenities';
import type { Amenity } from '@madang/contract/places/schema';
import { recordAuditEntry } from '../../audit.ts';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';
import { listAmenities, listHours, lockAmenity, type StudentsDays } from './amenities.ts';

/** Mounts crowd reports; the campus pack contains their result. */
export function registerAmenities(router: Router, dependencies: AmenityReportsDependencies): void {
  router.handle('GET /api/amenities/voices', async ({ session }) => ({
    voices: (await listOwnReports(dependencies.database, session.userId)).map(({ at, ...voice }) => ({
      ...voice,
      at: at.toISOString(),
    })),
  }));

  router.handle('PUT /api/amenities/{amenityId}/voice', async ({ session, path: { amenityId }, body }) => {
    const { at, counts, ...said } = await dependencies.database.transaction((transaction) =>
      addAmenityReport(transaction, dependencies, session.userId, amenityId, body),
    );
    return { voice: { amenityId, there: body.there, at: at.toISOString(), counts }, ...said };
  });

  router.handle('DELETE /api/amenities/{amenityId}/voice', async ({ session, path }) => ({
    amenity: await withdrawReport(dependencies, session, path.amenityId),
  }));
}

/** Dependencies; `register-features.ts` injects those of higher features. */
export interface AmenityReportsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  requireMayWrite?: RequireMayWrite | undefined;
  /** @throws {ProblemError} `input.invalid`, `upload.used`. */
  givePicture: (
    transaction: Transaction,
    voice: { userId: string; amenityId: string },
    uploadId: string | null,
  ) => Promise<void>;
}

/** An amenity after a report, and the report's time. */
interface Said {
  at: Date;
  /** False if the report changed the list. */
  counts: boolean;
  amenity: Amenity;
  /** False if it repeats an earlier report. */
  counted: boolean;
}

/**
 * Adds or replaces a report of an amenity's existence [PL-09].
 * The amenity's lock serializes parallel reports.
 *
 * @throws {ProblemError} `resource.missing`, `right.required`, `writing.suspended`, `input.invalid`, `upload.used`.
 */
export async function addAmenityReport(
  transaction: Transaction,
  dependencies: AmenityReportsDependencies,
  userId: string,
  amenityId: string,
  { there, uploadId = null }: Body<'PUT /api/amenities/{amenityId}/voice'>,
): Promise<Said> {
  const { campus, requireMayWrite, givePicture } = dependencies;
  if (there && uploadId !== null) refuseFields({ uploadId: 'invalid' });
  const { row, before } = await lockWithReports(transaction, amenityId);
  const student = await lockUser(transaction, userId);
  if (!student) throw new ProblemError('session.required');
  if (!student.writing_right) throw new ProblemError('right.required');
  await requireMayWrite?.(transaction, userId, { buildingId: row.building });

  const { timeZone } = campus.settings;
  const today = campusDay(campusClock(Date.now(), timeZone));
  const own = before.find((voice) => voice.userId === userId);
  const isSame = own?.there === there && (uploadId === null || uploadId === own.picture);
  // Confirmations count once a day.
  if (isSame && (!there || campusDay(campusClock(own.at.getTime(), timeZone)) === today))
    return { at: own.at, counts: true, amenity: presentAmenity(row, before, timeZone), counted: false };

  const at = await putReport(transaction, { userId, amenityId, there });
  await givePicture(transaction, { userId, amenityId }, uploadId);
  const others = before.filter((voice) => voice !== own);
  const after = [...others, { userId, there, at, picture: uploadId }];
  const days = judgeReports(row, { before, after }, there, today);
  const amenity = await change(dependencies, transaction, row, { before, after, days });
  return { at, counts: days.gone === row.gone, amenity, counted: true };
}

/**
 * Deletes a report; a doubt without other reports ends.
 *
 * @throws {ProblemError} `resource.missing`.
 */
async function withdrawReport(
  dependencies: AmenityReportsDependencies,
  { userId }: Session,
  amenityId: string,
): Promise<Amenity> {
  return dependencies.database.transaction(async (transaction) => {
    const { row, before } = await lockWithReports(transaction, amenityId);
    // Deletes a student's report; its picture becomes unused.
    await transaction.change('DELETE FROM amenity_voices WHERE user_id = $1 AND amenity_id = $2', [
      userId,
      amenityId,
    ]);
    const after = before.filter((voice) => voice.userId !== userId);
    return change(dependencies, transaction, row, { before, after, days: row });
  });
}

async function lockWithReports(
  transaction: Transaction,
  amenityId: string,
): Promise<{ row: CampusAmenity; before: Report[] }> {
  const row = (await lockAmenity(transaction, amenityId))?.now;
  if (!row) throw new ProblemError('resource.missing');
  return { row, before: await listReports(transaction, amenityId) };
}

async function change(
  { campus, cache }: AmenityReportsDependencies,
  transaction: Transaction,
  row: CampusAmenity,
  { before, after, days }: { before: Report[]; after: Report[]; days: StudentsDays },
): Promise<Amenity> {
  const isTurned = days.gone !== row.gone;
  const changed = nameChange(
    { before: row, after: days },
    { before: doubtedSince(before) !== null, after: doubtedSince(after) !== null },
  );
  if (isTurned || days.confirmed !== row.confirmed)
    await transaction.change(
      `UPDATE amenities SET confirmed_on = $2, gone_on = $3, before_students = coalesce(before_students, $4::text::jsonb)
        WHERE id = $1`,
      [row.id, days.confirmed, days.gone, JSON.stringify({ confirmed: row.confirmed, gone: row.gone })],
    );
  if (isTurned)
    await transaction.change('UPDATE amenity_voices SET spent = true WHERE amenity_id = $1', [row.id]);
  if (changed !== null)
    await recordAuditEntry(transaction, {
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

/** A student's counted report; one per student and amenity. */
export interface Report {
  userId: string;
  there: boolean;
  at: Date;
  /** The upload that proves it. */
  picture: string | null;
}

/** Returns the time of the first pictured absence without later contrary report. */
export function doubtedSince(voices: readonly Report[]): Date | null {
  const doubts = voices.filter(
    ({ there, picture, at }) =>
      !there && picture !== null && !voices.some((other) => other.there && other.at >= at),
  );
  return doubts.reduce<Date | null>((first, { at }) => (first && first < at ? first : at), null);
}

/**
 * Returns both dates after a report [PL-09]: {@link AGREEING} matching ones change the presence;
 * one confirms it today unless doubted.
 *
 * @param voices before and after the student's report.
 */
export function judgeReports(
  days: StudentsDays,
  voices: { before: readonly Report[]; after: readonly Report[] },
  there: boolean,
  today: string,
): StudentsDays {
  const agree = voices.after.filter((voice) => voice.there === there).length >= AGREEING;
  if (days.gone !== '') return there && agree ? { confirmed: today, gone: '' } : days;
  if (!there) return agree ? { ...days, gone: today } : days;
  return doubtedSince(voices.before) ? days : { ...days, confirmed: today };
}

/** Returns the change's name for the audit log, or null. */
export function nameChange(
  days: Record<'before' | 'after', StudentsDays>,
  doubted: Record<'before' | 'after', boolean>,
): string | null {
  if (days.before.gone !== days.after.gone) return days.after.gone ? 'gone' : 'back';
  if (days.before.confirmed !== days.after.confirmed) return 'confirmed';
  if (doubted.before !== doubted.after) return doubted.after ? 'doubted' : 'doubted no more';
  return null;
}

export const AMENITIES_TAG = 'amenities';

function presentAmenity(row: CampusAmenity, voices: readonly Report[], timeZone: string): Amenity {
  const doubted = row.gone === '' ? doubtedSince(voices) : null;
  return {
    id: row.id,
    buildingId: row.building,
    kind: row.kind,
    floor: row.floor,
    spot: row.spot,
    hours: row.hours === '' ? null : parseHours(row.hours),
    stepFree: row.stepFree === '' ? null : row.stepFree === 'yes',
    source: row.source,
    confirmedOn: row.confirmed || null,
    goneOn: row.gone || null,
    doubtedOn: doubted && campusDay(campusClock(doubted.getTime(), timeZone)),
  };
}

/** Returns opening hours, and amenities by building and floor, lowest first. */
export async function readAmenities(
  executor: Executor,
  timeZone: string,
): Promise<{ amenities: Amenity[]; hours: BuildingHours[] }> {
  const rows = await listAmenities(executor);
  const voices = await executor.rows<Report & { amenityId: string }>(
    `${VOICES} AND voices.amenity_id IN (SELECT amenity_id FROM uploads WHERE amenity_id IS NOT NULL)`,
  );
  const reportsOf = (id: string) => voices.filter(({ amenityId }) => amenityId === id);
  const level = ({ floor }: CampusAmenity) => parseFloor(floor) ?? 0;
  const byFloor = rows.toSorted((one, other) =>
    one.building === other.building ? level(one) - level(other) : 0,
  );
  return {
    amenities: byFloor.map((row) => presentAmenity(row, reportsOf(row.id), timeZone)),
    hours: (await listHours(executor)).map(presentHours),
  };
}

function presentHours({ building, from, to, hours, source }: CampusHours): BuildingHours {
  return {
    buildingId: building,
    from: from || null,
    to: to || null,
    hours: parseHours(hours) ?? [],
    source,
  };
}

const VOICES = `
  SELECT user_id AS "userId", voices.amenity_id AS "amenityId", there, said_at AS at, uploads.id AS picture
    FROM amenity_voices AS voices
    LEFT JOIN uploads ON owner_id = user_id AND uploads.amenity_id = voices.amenity_id
   WHERE NOT spent AND said_at > now() - interval '${REPORT_DAYS} days'`;

function listReports(executor: Executor, amenityId: string): Promise<Report[]> {
  return executor.rows<Report & { amenityId: string }>(`${VOICES} AND voices.amenity_id = $1`, [amenityId]);
}

function listOwnReports(
  executor: Executor,
  userId: string,
): Promise<{ amenityId: string; there: boolean; at: Date; counts: boolean }[]> {
  return executor.rows(
    `SELECT amenity_id AS "amenityId", there, said_at AS at, NOT spent AS counts FROM amenity_voices
      WHERE user_id = $1 AND said_at > now() - interval '${REPORT_DAYS} days' ORDER BY said_at DESC, amenity_id`,
    [userId],
  );
}

/** Replaces the student's report and returns its time, later than all earlier ones. */
async function putReport(
  transaction: Transaction,
  { userId, amenityId, there }: { userId: string; amenityId: string; there: boolean },
): Promise<Date> {
  const row = await transaction.first<{ at: Date }>(
    `INSERT INTO amenity_voices (user_id, amenity_id, there, said_at) VALUES ($1, $2, $3, clock_timestamp())
     ON CONFLICT (user_id, amenity_id) DO UPDATE SET there = excluded.there, said_at = excluded.said_at, spent = false
     RETURNING said_at AS at`,
    [userId, amenityId, there],
  );
  if (!row) throw new Error('a voice was not written');
  return row.at;
}

/** Deletes expired reports. Safe from any process. */
export async function sweepAmenityReports(executor: Executor): Promise<void> {
  await executor.change(`DELETE FROM amenity_voices WHERE said_at <= now() - interval '${REPORT_DAYS} days'`);
}
