import { HIDE_AT, REPORT_NOTE_MAX } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { openReplies } from '../../../testing/event-reader.ts';
import { makePost, makeReply, makeUpload, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { caseOf, makeStaff, makeUsers, report } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);
const students = await makeUsers(testApp, 8);

const reader = () => students[7] as MadeUser;
const isThere = async (id: string) =>
  (await reader().browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;
const replyIds = async (id: string) =>
  (await reader().browser.call('GET /api/posts/{id}/replies', { path: { id } })).body.replies.map(
    (reply) => reply.id,
  );
const withdraw = (user: MadeUser, id: string) =>
  user.browser.call('DELETE /api/posts/{id}/report', { path: { id } });
const ownReports = async (user: MadeUser, id: string) =>
  (await user.browser.call('GET /api/posts/{id}/own-reports', { path: { id } })).body.reports;

/** Backdates the other inputs of the rules. */
const age = (table: 'users' | 'migrations', column: string, days: number, where = 'true') =>
  testApp.database.change(
    `UPDATE ${table} SET ${column} = now() - make_interval(days => $1) WHERE ${where}`,
    [days],
  );

test('[MO-01] post, reply and picture: with reason and note; a second report replaces the first', async () => {
  const user = await makeUser(testApp);
  const uploadId = await makeUpload(author);
  const id = await makePost(author, 'main-hall', { uploadId });
  const reply = await makeReply(author, id);
  const picture = { path: { id, uploadId }, body: { reason: 'other', note: '' } } as const;
  expect((await report(user, 'post', id, 'spam', '광고예요')).status).toBe(204);
  expect((await report(user, 'reply', reply.id, 'abuse')).status).toBe(204);
  expect((await user.browser.call('PUT /api/posts/{id}/pictures/{uploadId}/report', picture)).status).toBe(
    204,
  );
  expect((await report(user, 'post', id, 'hate', ' 혐오 표현 ')).status).toBe(204);
  expect(await ownReports(user, id)).toEqual(
    expect.arrayContaining([
      { thingId: id, reason: 'hate', note: '혐오 표현' },
      { thingId: reply.id, reason: 'abuse', note: '' },
      { thingId: uploadId, reason: 'other', note: '' },
    ]),
  );
  expect(await ownReports(user, id)).toHaveLength(3);
  expect(await ownReports(reader(), id)).toEqual([]);
  expect((await withdraw(user, id)).status).toBe(204);
  expect((await withdraw(user, id)).status).toBe(204);
  await user.browser.call('DELETE /api/posts/{id}/pictures/{uploadId}/report', { path: { id, uploadId } });
  await user.browser.call('DELETE /api/replies/{id}/report', { path: { id: reply.id } });
  expect(await ownReports(user, id)).toEqual([]);
});

test('[MO-01] reporting: refuses invisible content, own content, and pictures of other posts', async () => {
  const id = await makePost(author);
  const other = await makePost(author);
  const uploadId = await makeUpload(author);
  const reply = await makeReply(author, id);
  const user = reader();
  expect((await report(author, 'post', id)).problem).toMatchObject({ status: 409, code: 'report.own' });
  expect((await report(author, 'reply', reply.id)).problem?.code).toBe('report.own');
  expect((await report(user, 'post', uuidv7())).status).toBe(404);
  expect((await report(user, 'reply', uuidv7())).status).toBe(404);
  const picture = { path: { id, uploadId }, body: { reason: 'spam', note: '' } } as const;
  expect((await user.browser.call('PUT /api/posts/{id}/pictures/{uploadId}/report', picture)).status).toBe(
    404,
  );
  const long = await report(user, 'post', id, 'spam', '가'.repeat(REPORT_NOTE_MAX + 1));
  expect(long.problem?.fields).toEqual([{ field: 'note', code: 'tooLong' }]);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id: other } });
  expect((await report(user, 'post', other)).status).toBe(404);
  await author.browser.call('DELETE /api/replies/{id}', { path: { id: reply.id } });
  expect((await report(user, 'reply', reply.id)).status).toBe(404);
});

test('[SF-39] reporting: more than twenty a day are refused', async () => {
  const limited = await startTestApp({ edition: 'official', limited: true });
  const user = await makeUser(limited);
  const id = await makePost(await makeUser(limited));
  const answers = [];
  for (let time = 0; time < 21; time += 1) answers.push((await report(user, 'post', id)).status);
  expect(answers.filter((status) => status === 204)).toHaveLength(20);
  expect(answers.at(-1)).toBe(429);
});

test('[MO-02] [MO-04] four reporters: the post is gone for everybody, with streams, lists and pictures', async () => {
  const uploadId = await makeUpload(author);
  const id = await makePost(author, 'science-library', { uploadId });
  const picture = `/images/posts/${uploadId}/large.webp`;
  const lists = ['/api/posts/latest', '/api/buildings/science-library/posts'];
  const showing = async () => {
    const bodies = await Promise.all(
      lists.map(async (path) => (await reader().browser.send('GET', path)).text()),
    );
    return bodies.filter((body) => body.includes(id)).length;
  };
  const stream = await openReplies(reader(), id, 0);
  for (const user of students.slice(0, HIDE_AT - 1)) await report(user, 'post', id);
  expect([await isThere(id), await showing()]).toEqual([true, lists.length]);
  expect((await reader().browser.send('GET', picture)).status).toBe(200);
  await report(students[HIDE_AT - 1] as MadeUser, 'post', id, 'abuse');
  expect([await isThere(id), await showing()]).toEqual([false, 0]);
  expect((await reader().browser.send('GET', picture)).status).toBe(404);
  await stream.until(() => stream.closed, 2_000);
  expect(await caseOf(testApp, id)).toMatchObject({ state: 'hidden', ground: 'spam', revision: 2 });
  // A hidden post answers 404 to new reports; an existing report can still be withdrawn.
  expect((await report(reader(), 'post', id)).status).toBe(404);
  expect((await withdraw(students[0] as MadeUser, id)).status).toBe(204);
  expect(await isThere(id)).toBe(false);
});

test('[MO-02] reply: hidden alone; its post’s count follows and open pages are notified', async () => {
  const id = await makePost(author);
  const [reply, other] = [await makeReply(author, id), await makeReply(author, id, '다른 댓글')];
  const stream = await openReplies(reader(), id, 0);
  for (const user of students.slice(0, HIDE_AT)) await report(user, 'reply', reply.id);
  expect(await replyIds(id)).toEqual([other.id]);
  const post = await reader().browser.call('GET /api/posts/{id}', { path: { id } });
  expect(post.body.replyCount).toBe(1);
  await stream.until(
    () => stream.events.some(({ name, data }) => name === 'removed' && data.includes(reply.id)),
    3_000,
  );
  stream.cut();
});

test('[MO-02] [SF-39] unverified reporters and further addresses of one domain: do not count', async () => {
  const id = await makePost(author);
  for (let time = 0; time < 5; time += 1) {
    await report(await makeUser(testApp, { verified: false, right: false }), 'post', id);
    const email = `flood${time}@flood.example`;
    await report(
      await makeUser(testApp, { email, right: false, verified: true }),
      'post',
      id,
      'personalData',
    );
  }
  // The domain's first reporter hid it alone; further ones never count.
  expect(await isThere(id)).toBe(false);
  const others = [await makePost(author), await makePost(author), await makePost(author)];
  const flood = await makeUser(testApp, { email: 'last@flood.example', right: false, verified: true });
  for (const other of others) await report(flood, 'post', other, 'selfHarm');
  expect(await Promise.all(others.map(isThere))).toEqual([false, false, true]);
  const third = others[2] as string;
  for (let time = 0; time < 5; time += 1)
    await report(
      await makeUser(testApp, { email: `more${time}@flood.example`, right: false, verified: true }),
      'post',
      third,
    );
  for (const user of students.slice(0, 2)) await report(user, 'post', third);
  expect(await isThere(third)).toBe(true);
  await report(students[2] as MadeUser, 'post', third);
  expect(await isThere(third)).toBe(false);
});

test('[MO-02] [SF-39] hiding: the age of accounts counts from thirty days after the opening on', async () => {
  const [young, open] = [await makeUsers(testApp, HIDE_AT), await makePost(author)];
  const first = await makePost(author);
  await age('migrations', 'applied_at', 29);
  for (const user of young) await report(user, 'post', first);
  expect(await isThere(first)).toBe(false);
  await age('migrations', 'applied_at', 31);
  for (const user of young) await report(user, 'post', open);
  expect(await isThere(open)).toBe(true);
  for (const { id } of young.slice(1)) await age('users', 'created_at', 8, `id = '${id}'`);
  await report(young[1] as MadeUser, 'post', open);
  expect(await isThere(open)).toBe(true);
  await age('users', 'created_at', 8, `id = '${young[0]?.id}'`);
  await report(young[0] as MadeUser, 'post', open);
  expect(await isThere(open)).toBe(false);
  await age('migrations', 'applied_at', 0);
});

test('[MO-02] [SF-39] hiding: urgent reasons hide at the first report, three times a day a reporter', async () => {
  const user = await makeUser(testApp);
  const operator = await makeStaff(testApp);
  const reasons = ['personalData', 'illegalFilming', 'selfHarm', 'personalData'] as const;
  const there = [];
  for (const reason of reasons) {
    const id = await makePost(author);
    await report(user, 'post', id, reason);
    there.push(await isThere(id));
  }
  expect(there).toEqual([false, false, false, true]);
  // The operator is notified of the fourth too.
  const told = () =>
    testApp.mails.filter(({ to, subject }) => to === operator.email && subject.includes('신고'));
  await expect.poll(() => told().length, { timeout: 10_000 }).toBe(4);
  await testApp.database.change(`UPDATE reports SET hid_alone_at = hid_alone_at - interval '25 hours'`);
  const later = await makePost(author);
  await report(user, 'post', later, 'selfHarm');
  expect(await isThere(later)).toBe(false);
  await testApp.database.change('DELETE FROM roles');
});

test('[MO-02] [SF-39] operator’s content: not hidden by any number of reports', async () => {
  const operator = await makeStaff(testApp);
  const id = await makePost(operator);
  const notice = await makePost(author);
  await testApp.database.change(
    `UPDATE posts SET author_id = NULL, building_id = 'buildingNotice' WHERE id = $1`,
    [notice],
  );
  for (const user of students.slice(0, 6))
    for (const post of [id, notice]) await report(user, 'post', post, 'personalData');
  expect([await isThere(id), await isThere(notice)]).toEqual([true, true]);
  expect((await caseOf(testApp, id))?.state).toBe('open');
  await testApp.database.change('DELETE FROM roles');
});

test('[MO-02] [SF-39] reporter overturned within ninety days: does not count', async () => {
  const users = await makeUsers(testApp, HIDE_AT);
  const [earlier, id] = [await makePost(author), await makePost(author)];
  for (const user of users.slice(0, 1)) await report(user, 'post', earlier);
  const set = (days: number) =>
    testApp.database.change(
      'UPDATE reports SET overturned_at = now() - make_interval(days => $2) WHERE thing_id = $1',
      [earlier, days],
    );
  await set(89);
  for (const user of users) await report(user, 'post', id);
  expect(await isThere(id)).toBe(true);
  await set(91);
  await report(users[0] as MadeUser, 'post', id);
  expect(await isThere(id)).toBe(false);
});
