import type { Campus } from '@madang/campus/campus';
import { areLinksHeld, readFloodRules } from '@madang/contract/moderation/floods';
import { hasLink } from '@madang/contract/moderation/links';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { HoldLinks } from '../posts/index.ts';
import { lockWaitingCase, markCaseHidden, openCase, readCampusAge } from './cases.queries.ts';
import { findBoardOf, readAccountAge } from './floods.queries.ts';
import { findRole } from './roles.queries.ts';
import { hideTarget, tagsOfTarget } from './visibility.queries.ts';

/** What holding works with. */
export interface LinksDependencies {
  campus: Pick<Campus, 'settings'>;
  cache: Pick<AnswerCache, 'invalidate'>;
  /** Tell the open pages of every process; called after the commit. */
  streams: { announceVisibility(postId: string): void };
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
}

/**
 * Hides what a new account says with a link by a case of its own, in the transaction that writes it: nobody but its author
 * ever sees it before a moderator does. Nobody is mailed: a flood of links would be a flood of mails.
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
    // What was just written is on no page yet.
    if (before !== undefined) transaction.afterCommit(() => streams.announceVisibility(postId));
  };
}
