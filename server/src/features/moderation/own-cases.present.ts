import type { OwnCase, OwnSanction } from '@madang/contract/moderation/schema';
import { mayAppeal } from '@madang/contract/moderation/rules';
import type { OwnCaseRow } from './own-cases.queries.ts';
import type { SanctionRow } from './sanctions.queries.ts';

/** A case for the author of what it is about: neither who reported nor who decided. */
export function presentOwnCase(row: OwnCaseRow): OwnCase {
  return {
    id: row.id,
    kind: row.kind,
    thingId: row.thing_id,
    postId: row.post_id,
    title: row.title,
    body: row.body,
    // A thing that was hidden has no open case.
    state: row.state === 'open' ? 'hidden' : row.state,
    hidden: row.hidden,
    ground: row.ground,
    hiddenAt: row.hidden_at.toISOString(),
    hiddenUntil: row.hidden_until?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
    appeal: row.appeal,
    mayAppeal: mayAppeal(row),
  };
}

/** A sanction for who has it; who gave it stands in the audit log only. */
export function presentOwnSanction(row: SanctionRow): OwnSanction {
  return {
    kind: row.kind,
    board: row.building_id === null ? null : { id: row.building_id, name: row.board ?? '' },
    ground: row.ground,
    text: row.text,
    givenAt: row.given_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  };
}
