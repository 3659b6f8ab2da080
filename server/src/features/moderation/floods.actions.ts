import type { Campus } from '@madang/campus/campus';
import {
  FIRST_DAY,
  isAskedAbout,
  paceWait,
  readFloodRules,
  repeatKey,
  type FloodRules,
} from '@madang/contract/moderation/floods';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { RequireNoFlood, Writing } from '../posts/index.ts';
import { readCampusAge } from './cases.queries.ts';
import {
  countWritten,
  listRecentTexts,
  lockWrites,
  readAccountAge,
  type WrittenText,
} from './floods.queries.ts';
import { countKeptWrites } from './kept-acts.queries.ts';

/**
 * Refuses what comes too fast from an account in its first day, and what says the same again, unless that was confirmed. It is
 * asked before the post's row is locked, and holds until the commit: two writes of one student at once, on two processes too,
 * are judged one after the other.
 */
export function guardFloods({ settings }: Pick<Campus, 'settings'>): RequireNoFlood {
  const { openedOn, floods } = settings.moderation ?? {};
  const rules = readFloodRules(floods);
  return async (transaction, userId, writing) => {
    const accountAge = await readAccountAge(transaction, userId);
    const isNew = accountAge < FIRST_DAY;
    const asked = !writing.again && isComparable(writing, rules);
    if (!isNew && !asked) return;
    await lockWrites(transaction, userId);
    if (isNew) {
      const campusAgeDays = await readCampusAge(transaction, openedOn);
      const written =
        (await countWritten(transaction, writing.kind, userId, writing.id)) +
        (await countKeptWrites(transaction, writing.kind, userId));
      const most = writing.kind === 'post' ? rules.firstDayPosts : rules.firstDayReplies;
      const retryAfter = paceWait({ campusAgeDays, accountAge }, written, most);
      if (retryAfter !== null) throw new ProblemError('pace.reached', { retryAfter });
    }
    if (asked) await requireNew(transaction, userId, writing, rules);
  };
}

function isComparable({ kind, body }: Writing, rules: FloodRules): boolean {
  return rules.repeatMinutes > 0 && (kind === 'post' || isAskedAbout(body, rules));
}

const keyOf = ({ title, body }: WrittenText): string => `${repeatKey(title)}\n${repeatKey(body)}`;

async function requireNew(
  transaction: Transaction,
  userId: string,
  writing: Writing,
  { repeatMinutes }: FloodRules,
): Promise<void> {
  const { kind, id: besideId } = writing;
  const recent = await listRecentTexts(transaction, kind, userId, { besideId, minutes: repeatMinutes });
  const key = keyOf({ title: '', ...writing });
  if (recent.some((text) => keyOf(text) === key)) throw new ProblemError('text.repeated');
}
