import type { Campus } from '@madang/campus/campus';
import {
  areLinksHeld,
  FIRST_DAY,
  type FloodRules,
  hasLink,
  isAskedAbout,
  paceWait,
  readFloodRules,
} from '@madang/contract/moderation/rules';
import { searchText } from '@madang/contract/search/rules';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { HoldLinks, RequireNoFlood, Writing } from '../posts/index.ts';
import { hashReply, type OrdinaryReplies } from '../replies/index.ts';
import {
  hideTarget,
  lockWaitingCase,
  markCaseHidden,
  openCase,
  readCampusAge,
  tagsOfTarget,
} from './cases.ts';
import {
  countRetainedWrites,
  countWritten,
  findBoardOf,
  lockWrites,
  readAccountAge,
  repliedLately,
  wasWrittenRecently,
  WRITES_LOCK,
} from './retained-records.ts';
import { findRole } from './roles.ts';
import { sanctionsOf } from './sanctions.ts';

/**
 * Limits first-day writes and rejects unconfirmed repetitions.
 * Lock order: the student's writes until the commit, then the post.
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
        (await countRetainedWrites(transaction, writing.kind, userId));
      const most = writing.kind === 'post' ? rules.firstDayPosts : rules.firstDayReplies;
      const retryAfter = paceWait({ campusAgeDays, accountAge }, written, most);
      if (retryAfter !== null) throw new ProblemError('pace.reached', { retryAfter });
    }
    if (asked) await requireNew(transaction, userId, writing, rules);
  };
}

/**
 * Locks a writer, then serializes the writes, as `requireMayWrite` and {@link guardFloods} do. In one SELECT the row would be
 * locked last, a deadlock with a post of the same student.
 */
const LOCK_ORDINARY_WRITER = `
  WITH writer AS MATERIALIZED (SELECT id FROM users WHERE id = $1::text::uuid FOR SHARE)
  SELECT ${WRITES_LOCK} FROM writer`;

/** SQL condition: no check could refuse this reply, over the values of `insertStatement`. */
export const IS_ORDINARY_REPLY = `
  EXISTS (SELECT FROM users WHERE id = $3 AND created_at <= now() - interval '${FIRST_DAY} seconds')
  AND NOT EXISTS (${sanctionsOf('$3')})
  AND NOT EXISTS (${repliedLately('$3', '$1', '$8', '$7')})`;

/** Returns the checks of ordinary replies: by established users without a sanction, without links and not repeated. */
export function guardOrdinaryReplies({
  campus,
  isOwnHost,
}: Pick<LinksDependencies, 'campus' | 'isOwnHost'>): OrdinaryReplies {
  const { moderation, university } = campus.settings;
  const rules = readFloodRules(moderation?.floods);
  const own = { isOwnHost, domain: university.domain };
  return {
    lock: LOCK_ORDINARY_WRITER,
    condition: IS_ORDINARY_REPLY,
    minutesCompared({ body }, again) {
      if (rules.heldLinkHours > 0 && hasLink(body, own)) return null;
      return !again && isAskedAbout(body, rules) ? rules.repeatMinutes : 0;
    },
  };
}

function isComparable({ kind, body }: Writing, rules: FloodRules): boolean {
  return rules.repeatMinutes > 0 && (kind === 'post' || isAskedAbout(body, rules));
}

async function requireNew(
  transaction: Transaction,
  userId: string,
  { kind, id: besideId, title = '', body }: Writing,
  { repeatMinutes: minutes }: FloodRules,
): Promise<void> {
  const said = kind === 'post' ? searchText({ title, body }).replaceAll(' ', '') : hashReply(body);
  if (await wasWrittenRecently(transaction, kind, userId, { besideId, minutes, said }))
    throw new ProblemError('text.repeated');
}

interface LinksDependencies {
  campus: Pick<Campus, 'settings'>;
  cache: Pick<AnswerCache, 'invalidate'>;
  /** Notifies open pages of every process, after the commit. */
  streams: { announceVisibility(postId: string): void };
  /** Whether a host, with its port, belongs to this site. */
  isOwnHost: (host: string) => boolean;
}

/**
 * Hides new accounts' posts and replies with links and opens cases.
 * Only authors see them before a decision. Sends no mail, which floods would multiply.
 */
export function guardLinks({ campus, cache, streams, isOwnHost }: LinksDependencies): HoldLinks {
  const { moderation, university } = campus.settings;
  const rules = readFloodRules(moderation?.floods);
  const own = { isOwnHost, domain: university.domain };
  return async (transaction, userId, { kind, id, postId, text, before }) => {
    if (rules.heldLinkHours === 0 || !hasLink(text, own, before)) return;
    const accountAge = await readAccountAge(transaction, userId);
    const campusAgeDays = await readCampusAge(transaction, moderation?.openedOn);
    if (!areLinksHeld({ campusAgeDays, accountAge }, rules)) return;
    const buildingId = await findBoardOf(transaction, postId);
    const role = await findRole(transaction, userId);
    if (role?.operator || role?.boards.includes(buildingId)) return;

    const thing = { kind, id, postId };
    const waiting = await lockWaitingCase(transaction, id);
    await hideTarget(transaction, thing);
    await markCaseHidden(transaction, waiting?.id ?? (await openCase(transaction, thing, userId)), 'link');
    transaction.afterCommit(() => cache.invalidate(tagsOfTarget(thing, buildingId)));
    // New content is on no page yet.
    if (before !== undefined) transaction.afterCommit(() => streams.announceVisibility(postId));
  };
}
