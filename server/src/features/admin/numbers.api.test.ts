import { expect, inject, test } from 'vitest';
import { answer, linesOf, openThread } from '../../../testing/inbox.ts';
import { makePost, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { makeStaff, report } from '../../../testing/moderation.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const operator = await makeStaff(testApp);

async function today(): Promise<Record<string, number>> {
  await testApp.app.tally.flush();
  const { body } = await operator.browser.call('GET /api/operate/numbers', {});
  expect(body.days).toHaveLength(90);
  return body.days.at(-1)?.counts ?? {};
}

test('[MO-16] events: counted on their campus day', async () => {
  const before = await today();
  const [author, reporter] = [await makeUser(testApp), await makeUser(testApp)];
  const id = await makePost(author);
  await report(reporter, 'post', id);
  const after = await today();
  expect(after).toMatchObject({
    post: (before['post'] ?? 0) + 1,
    case: (before['case'] ?? 0) + 1,
    reply: before['reply'],
    error: 0,
  });
  // A case of the day before yesterday, in campus time.
  await testApp.database.change(
    `UPDATE cases SET opened_at = ((now() AT TIME ZONE 'Asia/Seoul')::date - 2 + time '23:59') AT TIME ZONE 'Asia/Seoul'`,
  );
  const { body } = await operator.browser.call('GET /api/operate/numbers', {});
  expect(body.days.at(-3)?.counts['case']).toBe(1);
  expect(body.days.at(-1)?.counts['case']).toBe(0);
});

test('[MO-16] lines of inboxes are counted when they are made and when they are opened', async () => {
  const [author, other] = [await makeUser(testApp), await makeUser(testApp)];
  const [id, ignored] = [await makePost(author), await makePost(author)];
  const before = await today();
  const counts = async () => {
    const { lineMade = 0, lineOpened = 0 } = await today();
    return [lineMade - (before['lineMade'] ?? 0), lineOpened - (before['lineOpened'] ?? 0)];
  };
  await answer(other, id);
  await answer(other, id);
  await answer(other, ignored);
  expect(await counts()).toEqual([2, 0]);
  await openThread(author, id);
  await openThread(author, id);
  expect(await counts()).toEqual([2, 1]);
  // A notice counts once for each student.
  await testApp.database.change(
    `INSERT INTO bulletin_entries (id, kind, state, title, body, shown_at, told_at)
     VALUES (gen_random_uuid(), 'notice', 'shown', '점검', '쉽니다', now(), clock_timestamp())`,
  );
  const students = await testApp.database.rows('SELECT id FROM users');
  expect(await counts()).toEqual([2 + students.length, 1]);
  const [notice] = await linesOf(author, 'notice');
  expect(notice).toMatchObject({ title: '점검', unread: true });
  const path = { id: notice?.id ?? '' };
  for (let time = 0; time < 2; time += 1)
    expect((await author.browser.call('PUT /api/notifications/{id}/read', { path })).status).toBe(200);
  expect(await counts()).toEqual([2 + students.length, 2]);
});

test('[MO-16] student: one person a day over devices and processes, and another one the next day', async () => {
  const student = await makeUser(testApp);
  const apps = [testApp, inject('engine') === 'postgres' ? await testApp.another() : testApp];
  const people = async () => {
    for (const app of apps) await app.app.tally.flush();
    return (await today())['person'] ?? 0;
  };
  const visit = async (app: TestApp) => {
    const browser = app.browser();
    const body = { email: student.email, password: PASSWORD };
    expect((await browser.call('POST /api/session', { body })).status).toBe(201);
    expect((await browser.call('GET /api/profile', {})).status).toBe(200);
  };
  await student.browser.call('GET /api/profile', {});
  await operator.browser.call('GET /api/profile', {});
  await expect
    .poll(async () => (await testApp.database.rows('SELECT id FROM users WHERE seen_on IS NOT NULL')).length)
    .toBeGreaterThan(1);
  const before = await people();
  for (const app of apps) await visit(app);
  expect(await people()).toBe(before);
  // Simulates the next day, before any visit.
  await testApp.database.change('UPDATE users SET seen_on = seen_on - 1 WHERE id = $1', [student.id]);
  const fresh = inject('engine') === 'postgres' ? await testApp.another() : undefined;
  if (!fresh) return;
  apps.push(fresh);
  await Promise.all([visit(fresh), visit(fresh)]);
  await expect.poll(people).toBe(before + 1);
});

test('[MO-16] plot: an uncached image of counted values only', async () => {
  const answer = await operator.browser.send('GET', '/api/operate/numbers/post/plot');
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    'no-store',
  ]);
  expect(await answer.text()).toMatch(/^<svg [^]*<\/svg>$/);
  expect((await operator.browser.send('GET', '/api/operate/numbers/password/plot')).status).toBe(404);
});

test('the table updates the sums, the plots do not', async () => {
  const summed = async () => {
    const sql = `SELECT coalesce(sum(count), 0)::int AS posts FROM analytics_days WHERE kind = 'post'`;
    return (await testApp.database.first<{ posts: number }>(sql))?.posts;
  };
  await today();
  const before = await summed();
  await makePost(await makeUser(testApp));
  await testApp.app.tally.flush();
  expect((await operator.browser.send('GET', '/api/operate/numbers/post/plot')).status).toBe(200);
  expect(await summed()).toBe(before);
  expect((await operator.browser.call('GET /api/operate/numbers', {})).status).toBe(200);
  expect(await summed()).toBe((before ?? 0) + 1);
});

test('faults and mails are counted', async () => {
  const before = await today();
  await operator.browser.call('POST /api/verification', {});
  await testApp.browser().call('POST /api/password-reset', { body: { email: operator.email } });
  await expect.poll(async () => (await today())['mail']).toBeGreaterThan(before['mail'] ?? 0);
  await testApp.database.change('ALTER TABLE bulletin_entries RENAME TO entries_away');
  try {
    expect((await operator.browser.call('GET /api/notices', {})).status).toBe(500);
  } finally {
    await testApp.database.change('ALTER TABLE entries_away RENAME TO bulletin_entries');
  }
  expect((await today())['error']).toBe((before['error'] ?? 0) + 1);
  const { body } = await operator.browser.call('GET /api/operate/health', {});
  expect(body).toMatchObject({ errors: (before['error'] ?? 0) + 1, mail: { delayed: 0 }, backupAt: null });
});
