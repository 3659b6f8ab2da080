import type { ReportReason } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { makeUser, type MadeUser } from './makers.ts';
import type { TestApp } from './test-app.ts';

/** What the feature needs beside itself. */
export const MODERATION = ['ownContent', 'threads', 'moderation'] as const;

/** So many students who can report. */
export function makeUsers(testApp: TestApp, count: number): Promise<MadeUser[]> {
  return Promise.all(Array.from({ length: count }, () => makeUser(testApp)));
}

/** Reports a post or a reply. */
export function report(
  user: MadeUser,
  kind: 'post' | 'reply',
  id: string,
  reason: ReportReason = 'spam',
  note = '',
) {
  const call = { path: { id }, body: { reason, note } };
  return kind === 'post'
    ? user.browser.call('PUT /api/posts/{id}/report', call)
    : user.browser.call('PUT /api/replies/{id}/report', call);
}

/** Makes a student an operator, or the moderator of boards. */
export async function giveRole(
  testApp: TestApp,
  user: MadeUser,
  boards: readonly string[] = [],
): Promise<void> {
  const rows = boards.length > 0 ? boards : [null];
  for (const board of rows)
    await testApp.database.change(
      `INSERT INTO roles (id, user_id, role, building_id) VALUES ($1, $2, $3, $4)`,
      [uuidv7(), user.id, board === null ? 'operator' : 'moderator', board],
    );
}

/** The newest case about a post or reply, as it stands in the database. */
export function caseOf(testApp: TestApp, thingId: string) {
  return testApp.database.first<{
    id: string;
    state: string;
    outcome: string | null;
    ground: string | null;
    revision: number;
    told_at: Date | null;
    due_at: Date | null;
  }>('SELECT * FROM cases WHERE thing_id = $1 ORDER BY opened_at DESC LIMIT 1', [thingId]);
}
