import { afterAll, expect, test } from 'vitest';
import { answer, openThread, remove, undo, setPreferences } from '../../../testing/inbox.ts';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { makeNotified, startPushing, subscribe, wantPushes, type Pushing } from '../../../testing/push.ts';

const pushing: Pushing = await startPushing({ floods: false });
const other = await makeUser(pushing.testApp);
afterAll(async () => {
  await pushing.close();
  if (pushing.service.faults.length > 0) throw new Error(pushing.service.faults.join());
});

const ask = (user: MadeUser) => makePost(user, 'question');
/** Creates one more notification: another thread with an answer. */
const notify = async (user: MadeUser) => {
  const id = await ask(user);
  await answer(other, id);
  return id;
};
const restingOf = async ({ browser }: MadeUser) =>
  (await browser.call('GET /api/profile/push', {})).body?.resting;

/** Returns how many pushes were created, sent, opened and refused so far, by kind. */
async function counted(): Promise<Record<string, number>> {
  await pushing.testApp.app.tally.flush();
  const rows = await pushing.testApp.database.rows<{ what: string; count: number }>(
    `SELECT kind || ' ' || screen AS what, sum(count)::int AS count FROM analytics_events
      WHERE kind LIKE 'push%' GROUP BY kind, screen`,
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

test('[NO-05] thread: pushes once in ten minutes, with the number of new answers', async () => {
  const { user, got } = await makeNotified(pushing);
  const id = await notify(user);
  await pushing.push();
  for (let more = 0; more < 3; more += 1) await answer(other, id);
  pushing.stopClock();
  await pushing.push();
  pushing.setOn(570);
  await pushing.push();
  expect(got()).toHaveLength(1);
  pushing.setOn(40);
  await pushing.push();
  pushing.stopClock(false);
  expect(got().map(({ payload }) => payload.notification.title)).toEqual([
    '내 글에 새 댓글이 달렸어요',
    '내 글에 새 댓글이 4개 달렸어요',
  ]);
  expect(new Set(got().map((push) => push.id)).size).toBe(2);
});

test('[NO-05] notifications due together: one push with their number', async () => {
  const { user, got } = await makeNotified(pushing);
  for (let thread = 0; thread < 3; thread += 1) await notify(user);
  await pushing.push();
  const [push, ...more] = got();
  expect(more).toEqual([]);
  expect(push?.payload).toMatchObject({
    notification: {
      title: '새 소식 3개',
      navigate: `${pushing.testApp.origin}/notifications?push=${push?.id}`,
    },
    app_badge: 3,
  });
});

test.each<[string, (user: MadeUser, id: string, replyId: string) => Promise<unknown>]>([
  ['was read', (user, id) => openThread(user, id)],
  ['was deleted', (_, __, replyId) => remove(other, 'replies', replyId)],
  ['is muted', (user, id) => user.browser.call('PUT /api/posts/{id}/mute', { path: { id } })],
  [
    'is of somebody who was blocked',
    (user, _, id) => user.browser.call('PUT /api/replies/{id}/block', { path: { id } }),
  ],
  ['is of a kind that is not pushed', (user) => wantPushes(user, { off: { answer: false } })],
  ['is of a kind that is off', (user) => setPreferences(user, { answer: false })],
  ['comes where nothing is told', (user) => setPreferences(user, {}, false)],
])('[NO-05] notification %s meanwhile: not sent', async (_, act) => {
  const { user, got } = await makeNotified(pushing);
  const id = await ask(user);
  const { id: replyId } = await makeReply(other, id);
  await act(user, id, replyId);
  await pushing.push();
  expect(got()).toEqual([]);
  // It was not counted either.
  const row = await pushing.testApp.database.first(
    'SELECT pushed, unopened FROM push_settings WHERE user_id = $1',
    [user.id],
  );
  expect(row).toEqual({ pushed: 0, unopened: 0 });
});

test('[NO-05] notification read while its service is down: not sent later', async () => {
  const { user, subscription, got } = await makeNotified(pushing);
  const [id, kept] = [await ask(user), await ask(user)];
  pushing.service.verdict = (host, path) => (subscription.endpoint.endsWith(path) ? 503 : 201);
  await answer(other, id);
  await pushing.push();
  await answer(other, kept);
  pushing.setOn(3);
  await pushing.push();
  expect(got().length).toBeGreaterThan(0);
  pushing.service.received.length = 0;
  await openThread(user, id);
  pushing.service.verdict = () => 201;
  pushing.setOn(4_000);
  await pushing.push();
  expect(got().map(({ payload }) => payload.notification.navigate)).toEqual([expect.stringContaining(kept)]);
  // Deleting the notified post and undoing that sends nothing again.
  await remove(user, 'posts', kept);
  await undo(user, 'posts', kept);
  await pushing.push();
  expect(got()).toHaveLength(1);
});

test('[NO-05] daily budget: no push beyond it; the rest is one push on the next day', async () => {
  const { user, got } = await makeNotified(pushing, { budget: 2 });
  for (let thing = 0; thing < 5; thing += 1) {
    await notify(user);
    await pushing.push();
  }
  expect(got()).toHaveLength(2);
  pushing.setOn(33 * 3_600);
  await pushing.push();
  expect(got()).toHaveLength(3);
  expect(got()[2]?.payload.notification.title).toBe('새 소식 3개');
});

test('[NO-08] none of twenty pushes opened: no more until one is opened or settings are saved', async () => {
  const { user, got } = await makeNotified(pushing);
  const setUnopened = (count: number) =>
    pushing.testApp.database.change('UPDATE push_settings SET unopened = $2, pushed = 0 WHERE user_id = $1', [
      user.id,
      count,
    ]);
  await setUnopened(19);
  await notify(user);
  await pushing.push();
  expect([got().length, await restingOf(user)]).toEqual([1, true]);
  await notify(user);
  await pushing.push();
  expect(got()).toHaveLength(1);
  const open = (who: MadeUser, id = got()[0]?.id ?? '') =>
    who.browser.call('PUT /api/push/{id}/opened', { path: { id } });
  // Other users cannot open it.
  expect((await open(other)).status).toBe(204);
  expect(await restingOf(user)).toBe(true);
  expect((await open(user)).status).toBe(204);
  expect(await restingOf(user)).toBe(false);
  await notify(user);
  await pushing.push();
  expect(got()).toHaveLength(2);
  await setUnopened(20);
  // Opening a push again has no effect.
  await open(user);
  expect(await restingOf(user)).toBe(true);
  await wantPushes(user);
  expect(await restingOf(user)).toBe(false);
  await notify(user);
  await pushing.push();
  expect(got()).toHaveLength(3);
});

test('[NO-08] push to three devices: counts once as unopened; each device receives it once', async () => {
  const { user, got } = await makeNotified(pushing);
  const subscriptions = [pushing.service.subscribe('apple'), pushing.service.subscribe('mozilla')];
  for (const subscription of subscriptions) {
    const browser = pushing.testApp.browser();
    browser.cookie = `madang=${await pushing.testApp.app.sessions.begin(pushing.testApp.database, user.id)}`;
    await subscribe({ ...user, browser }, subscription);
  }
  const before = await counted();
  await notify(user);
  await pushing.push();
  const pushes = [...got(), ...subscriptions.flatMap((one) => pushing.service.of(one))];
  expect(pushes).toHaveLength(3);
  expect(new Set(pushes.map(({ id }) => id)).size).toBe(1);
  expect(new Set(pushes.map(({ payload }) => payload.device)).size).toBe(3);
  const row = await pushing.testApp.database.first<{ unopened: number }>(
    'SELECT unopened FROM push_settings WHERE user_id = $1',
    [user.id],
  );
  expect(row?.unopened).toBe(1);
  const path = { id: pushes[0]?.id ?? '' };
  for (let time = 0; time < 2; time += 1) await user.browser.call('PUT /api/push/{id}/opened', { path });
  const after = await counted();
  for (const what of ['pushMade answer', 'pushSent answer', 'pushOpened answer'])
    expect([what, after[what]]).toEqual([what, (before[what] ?? 0) + 1]);
});

test('[NO-05] a device whose session ended between two attempts is sent nothing', async () => {
  const { user, subscription, got } = await makeNotified(pushing);
  pushing.service.verdict = (_, path) => (subscription.endpoint.endsWith(path) ? 500 : 201);
  await notify(user);
  await pushing.push();
  expect(got()).toHaveLength(1);
  await user.browser.call('DELETE /api/session', {});
  pushing.service.verdict = () => 201;
  pushing.setOn(600);
  await pushing.push();
  expect(got()).toHaveLength(1);
});
