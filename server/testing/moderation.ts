import { HIDE_AT, type ReportReason, type SanctionKind } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { makePost, makeUser, type MadeUser } from './makers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/** Creates students who can report. */
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

/** Makes a student an operator, or a moderator of boards. */
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

/** Creates an operator, or a moderator of boards. */
export async function makeStaff(testApp: TestApp, boards: readonly string[] = []): Promise<MadeUser> {
  const user = await makeUser(testApp);
  await giveRole(testApp, user, boards);
  return user;
}

/** Starts the official edition with a student, an operator and a moderator of a board. */
export async function startModeratedApp() {
  const testApp = await startTestApp({ edition: 'official' });
  const author = await makeUser(testApp);
  return {
    testApp,
    author,
    operator: await makeStaff(testApp),
    moderator: await makeStaff(testApp, ['main-hall']),
  };
}

/** Returns the newest case about a post or reply from the database. */
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

/** Hides it by reports of students; returns them and the case. */
export async function hideByReports(testApp: TestApp, kind: 'post' | 'reply', id: string) {
  const students = await makeUsers(testApp, HIDE_AT);
  for (const user of students) await report(user, kind, id, 'abuse', `메모 ${user.nickname.slice(2)}`);
  return { students, caseId: (await caseOf(testApp, id))?.id ?? '' };
}

/** Returns the open cases for a user with a role. */
export const readQueue = async ({ browser }: MadeUser, cursor?: string) =>
  (await browser.call('GET /api/moderation/cases', { query: cursor ? { cursor } : {} })).body;

/** Returns one case for a user with a role. */
export const readCase = ({ browser }: MadeUser, id: string) =>
  browser.call('GET /api/moderation/cases/{id}', { path: { id } });

/** Decides a case as abuse. */
export const decide = (
  { browser }: MadeUser,
  id: string,
  outcome: 'upheld' | 'restored',
  revision: number,
  text = '규칙을 살펴보고 정했습니다.',
) =>
  browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id },
    body: { revision, outcome, ground: 'abuse', text, sanction: null },
  });

/** Decides a case against a post of the user with a sanction; returns the response and the case. */
export async function giveSanction(
  testApp: TestApp,
  { user, reporter, by }: { user: MadeUser; reporter: MadeUser; by: MadeUser },
  kind: SanctionKind,
  days: number,
) {
  const id = await makePost(user);
  await report(reporter, 'post', id);
  const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
  const body = {
    revision: 1,
    outcome: 'upheld',
    ground: 'abuse',
    text: '욕설이 있어요.',
    sanction: { kind, days },
  } as const;
  const answer = await by.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id: caseId },
    body,
  });
  return { caseId, id, answer };
}

/** Ends the seconds in which a decision can be undone, and notifies the users concerned. */
export async function notifyNow({ database }: TestApp): Promise<void> {
  await database.change(`UPDATE jobs SET due_at = now() WHERE kind = 'decided'`);
  const left = () =>
    database.first<{ count: number }>(`SELECT count(*)::int AS count FROM jobs WHERE kind = 'decided'`);
  await expect.poll(async () => (await left())?.count, { timeout: 20_000 }).toBe(0);
}

/** Returns the token of the newest mail to the address with such a link. */
export async function tokenIn(testApp: TestApp, to: string, path: string): Promise<string> {
  const find = () => testApp.mails.findLast((mail) => mail.to === to && mail.text.includes(path));
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find()?.text.split(path)[1]?.slice(0, 43) ?? '';
}

/** Forbids a user to write, everywhere or on one board, for a day. */
export const suspend = (testApp: TestApp, { id }: MadeUser, board: string | null = null) =>
  testApp.database.change(
    `INSERT INTO sanctions (id, user_id, kind, building_id, ground, ends_at)
     VALUES ($1, $2, $3, $4, 'spam', now() + interval '1 day')`,
    [uuidv7(), id, board === null ? 'noWriting' : 'noBoard', board],
  );

/** Sets how many days ago the campus opened. */
export const openedSince = (testApp: TestApp, days: number) =>
  testApp.database.change('UPDATE migrations SET applied_at = now() - make_interval(days => $1)', [days]);

/** Sets how many hours ago the user signed up. */
export const ageAccount = (testApp: TestApp, { id }: MadeUser, hours: number) =>
  testApp.database.change('UPDATE users SET created_at = now() - make_interval(hours => $2) WHERE id = $1', [
    id,
    hours,
  ]);
