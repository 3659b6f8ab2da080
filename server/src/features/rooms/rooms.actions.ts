import type { Campus } from '@madang/campus/campus';
import { LOCKED_DAYS, LOCKED_HIDES, LOCKED_TELLS } from '@madang/contract/rooms/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { campusToday } from './rooms.present.ts';
import { addLocked, countLocked, lockRoom } from './rooms.queries.ts';

/** Cached answers with rooms in them. */
export const ROOMS_TAG = 'rooms';
const LOCKED_ACT = 'room found locked';

/** With what runs upwards, handed down by `register-features.ts`. */
export interface RoomsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  /** @throws {ProblemError} `writing.suspended`. */
  requireMayWrite?: (
    transaction: Transaction,
    userId: string,
    place: { buildingId: string },
  ) => Promise<void>;
  recordAct: (executor: Executor, entry: { actor: string; action: string; target: string }) => Promise<void>;
  findAct: (executor: Executor, action: string, target: string) => Promise<{ hoursAgo: number } | undefined>;
}

/**
 * Says that a room is locked today [RM-03]; true where it is left out for the rest of the day. One student after the other: of
 * two at once both are counted.
 *
 * @throws {ProblemError} `resource.missing`, `session.required`, `right.required`, `writing.suspended`.
 */
export async function sayLocked(
  { database, campus, cache, requireMayWrite, recordAct, findAct }: RoomsDependencies,
  { userId }: Session,
  roomId: string,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const buildingId = await lockRoom(transaction, roomId);
    if (buildingId === undefined) throw new ProblemError('resource.missing');
    const student = await lockUser(transaction, userId);
    if (!student) throw new ProblemError('session.required');
    if (!student.writing_right) throw new ProblemError('right.required');
    await requireMayWrite?.(transaction, userId, { buildingId });

    const day = campusToday(campus.settings.timeZone);
    const added = await addLocked(transaction, { userId, roomId, day });
    const { today, week } = await countLocked(transaction, roomId, day);
    if (added && week >= LOCKED_TELLS) {
      const told = await findAct(transaction, LOCKED_ACT, roomId);
      if (!told || told.hoursAgo >= LOCKED_DAYS * 24)
        await recordAct(transaction, { actor: 'students', action: LOCKED_ACT, target: roomId });
    }
    transaction.afterCommit(() => cache.invalidate([ROOMS_TAG]));
    return today >= LOCKED_HIDES;
  });
}
