import { createHash } from 'node:crypto';
import type { Entry } from '@madang/contract/operate/entry-schema';
import type { PlanRow } from './entries.queries.ts';
import type { Shown } from './shown.ts';

/** An entry as it stands: what everybody sees of it, and what is planned. */
export interface WholeEntry {
  plan: PlanRow;
  shown: Shown | undefined;
}

/** An entry as operators see it. */
export function presentEntry({ plan, shown }: WholeEntry): Entry {
  const { kind, id } = plan;
  const { title, body } = shown ?? plan;
  const mark = shown ? shown.mark : plan.picture_mark;
  const there = {
    kind,
    id,
    state: plan.state,
    title,
    body,
    picture: mark === null ? null : `/api/operate/bulletin/${kind}/${id}/picture?of=${mark}`,
    beginsAt: plan.begins_at?.toISOString() ?? null,
    shownAt: shown?.since.toISOString() ?? null,
    endsAt: plan.ends_at?.toISOString() ?? null,
  };
  // Of all there is: a change by the operator command makes another one too.
  const version = createHash('sha256').update(JSON.stringify(there)).digest('base64url').slice(0, 22);
  return { ...there, version };
}
