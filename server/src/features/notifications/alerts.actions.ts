import { ALERTS_MAX, alertPiece, alertWordProblem, alertWords } from '@madang/contract/notifications/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { isUniqueViolation, type Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { findBoard } from '../campus/index.ts';
import { patternOf } from '../search/index.ts';
import { findAlert, insertAlert, listAlerts, setPaused, type AlertRow } from './alerts.queries.ts';

/** What the alerts of a text are: their words in one order, each as a pattern, and the piece that they are found by. */
export function readWord(given: string): { word: string; patterns: string[]; piece: string } {
  const word = normalizeText(given).trim();
  refuseFields({ word: alertWordProblem(word) });
  const words = alertWords(word).sort();
  return { word, patterns: words.map(patternOf), piece: alertPiece(words) ?? '' };
}

/**
 * Adds a keyword alert [NO-03]. The id is the client's idempotency key: the same content under it again answers with the alert
 * as it is.
 *
 * @throws {ProblemError} `input.invalid`, `alert.full`, `alert.same` (these words and this place are there),
 *   `identifier.taken`, `session.required`.
 */
export async function addAlert(
  { database }: { database: Database },
  session: Session,
  id: string,
  input: { word: string; buildingId: string | null },
): Promise<AlertRow> {
  const { word, patterns, piece } = readWord(input.word);
  const { buildingId } = input;
  const { userId } = session;
  try {
    return await database.transaction(async (transaction) => {
      // One after the other, so that two at once do not get past the limit together.
      if (!(await lockUser(transaction, userId))) throw new ProblemError('session.required');
      const earlier = await findAlert(transaction, id);
      if (earlier) {
        const same =
          earlier.user_id === userId && earlier.word === word && earlier.building_id === buildingId;
        if (!same) throw new ProblemError('identifier.taken');
        return earlier;
      }
      if (buildingId !== null) {
        const board = await findBoard(transaction, buildingId);
        refuseFields({ buildingId: !board || board.kind === 'hidden' ? 'unknown' : null });
      }
      const own = await listAlerts(transaction, userId);
      if (own.length >= ALERTS_MAX) throw new ProblemError('alert.full');
      await insertAlert(transaction, { id, userId, word, piece, patterns, buildingId });
      const added = await findAlert(transaction, id);
      if (!added) throw new ProblemError('server.failed');
      return added;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'alerts_once')) throw new ProblemError('alert.same');
    if (isUniqueViolation(error, 'alerts_pkey')) throw new ProblemError('identifier.taken');
    throw error;
  }
}

/**
 * Pauses an own alert, or lets it tell of what is new from now on.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function pauseAlert(
  { database }: { database: Database },
  session: Session,
  id: string,
  paused: boolean,
): Promise<AlertRow> {
  if (!(await setPaused(database, session.userId, id, paused))) throw new ProblemError('resource.missing');
  const alert = await findAlert(database, id);
  if (!alert) throw new ProblemError('resource.missing');
  return alert;
}
