import { afterAll, expect, test } from 'vitest';
import { addAlert, answer, remove } from '../../../testing/inbox.ts';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { giveRole, hideByReports } from '../../../testing/moderation.ts';
import { makeNotified, startPushing, type Pushing } from '../../../testing/push.ts';
import type { ReceivedPush } from '../../../testing/push-service.ts';
import { operate } from '../../../testing/operate.ts';
import { join, makeTicket, runJob, step } from '../../../testing/tickets.ts';

const pushing: Pushing = await startPushing({ floods: false });
const other = await makeUser(pushing.testApp, { nickname: '은하수여행자' });
await giveRole(pushing.testApp, other);
afterAll(async () => {
  await pushing.close();
  if (pushing.service.faults.length > 0) throw new Error(pushing.service.faults.join());
});

const TITLE = '도서관 프린터가 종이를 먹어요';
const BODY = '삼층 복사실 왼쪽 기계입니다';
const ANSWER = '전원을 껐다 켜면 나와요';
const ask = (user: MadeUser) => makePost(user, 'question', { title: TITLE, body: BODY });
const accept = ({ browser }: MadeUser, id: string, replyId: string) =>
  browser.call('PUT /api/posts/{id}/accepted', { path: { id }, body: { replyId } });

test('[NO-07] a payload is Declarative Web Push, for its device, and opens the exact place', async () => {
  const { user, got } = await makeNotified(pushing);
  const id = await ask(user);
  await makeReply(other, id, ANSWER);
  await pushing.push();
  const [push, ...more] = got();
  expect(more).toEqual([]);
  const { body } = await user.browser.call('GET /api/profile/push', {});
  expect(push?.payload).toEqual({
    web_push: 8030,
    notification: {
      title: '내 글에 새 댓글이 달렸어요',
      body: '눌러서 확인해 보세요.',
      navigate: `${pushing.testApp.origin}/post/${id}?push=${push?.id}#r1`,
      tag: push?.headers['topic'],
      lang: 'ko',
    },
    app_badge: 1,
    device: body?.devices[0]?.id,
  });
  expect(push?.id).toMatch(/^[0-9a-f-]{36}$/);
});

test('[NO-07] [NO-08] each kind: states its subject, its link and its urgency', async () => {
  const { user, got } = await makeNotified(pushing, { texts: true });
  const { testApp } = pushing;
  const seen: Record<string, ReceivedPush | undefined> = {};
  const next = async (name: string) => {
    await pushing.push();
    expect(got()).toHaveLength(Object.keys(seen).length + 1);
    seen[name] = got().at(-1);
  };
  const id = await ask(user);
  await makeReply(other, id, ANSWER);
  await next('answer');
  const asked = await ask(other);
  const { id: own } = await makeReply(user, asked, '여기 있어요');
  await answer(other, asked, own);
  await next('reply');
  await accept(other, asked, own);
  await next('accepted');
  await addAlert(user, '분실물');
  const found = await makePost(other, 'question', { title: '분실물 찾아가세요', body: '학생증이에요' });
  await expect
    .poll(() => testApp.database.rows(`SELECT 1 FROM pushes WHERE kind = 'alert' AND due_at IS NOT NULL`), {
      timeout: 10_000,
    })
    .toHaveLength(1);
  await next('alert');
  const ticket = await makeTicket(other);
  await join(user, ticket);
  await step(other, ticket, 'seen');
  await next('ticket');
  await operate(testApp, 'notice', 'add', '--title', '야간 개방 안내', '--body', '본문');
  await runJob(testApp, 'pushNotice');
  await expect
    .poll(() => testApp.database.rows(`SELECT 1 FROM pushes WHERE kind = 'notice' AND due_at IS NOT NULL`), {
      timeout: 10_000,
    })
    .not.toEqual([]);
  await next('notice');
  const bad = await makePost(user, 'question', { title: '곧 가려질 글', body: '본문' });
  await hideByReports(testApp, 'post', bad);
  await next('case');

  const told = Object.fromEntries(
    Object.entries(seen).map(([name, push]) => {
      const { notification } = push?.payload ?? {};
      const place = (notification?.navigate ?? '').replace(testApp.origin, '').replace(push?.id ?? '', 'ID');
      return [name, [push?.headers['urgency'], notification?.title, notification?.body, place]];
    }),
  );
  expect(told).toEqual({
    answer: ['high', '내 글에 새 댓글이 달렸어요', `${TITLE}\n${ANSWER}`, `/post/${id}?push=ID#r1`],
    reply: [
      'high',
      '내 댓글에 답글이 달렸어요',
      expect.stringMatching(new RegExp(`^${TITLE}\n답입니다 \\d+$`)),
      `/post/${asked}?push=ID#r2`,
    ],
    accepted: ['high', '내 답변이 채택됐어요', TITLE, `/post/${asked}?push=ID#r1`],
    alert: [
      'normal',
      '기다리던 키워드의 새 글이 올라왔어요',
      '‘분실물’\n분실물 찾아가세요',
      `/post/${found}?push=ID`,
    ],
    ticket: [
      'normal',
      '기다리던 고장 신고에 새 소식이 있어요',
      expect.stringContaining('302호'),
      `/post/${ticket}?push=ID`,
    ],
    notice: [
      'normal',
      '새 공지사항이 있어요',
      '야간 개방 안내',
      expect.stringMatching(/^\/board\/notice\/[0-9a-f-]{36}\?push=ID$/),
    ],
    case: ['normal', '운영팀이 알려 드릴 것이 있어요', '눌러서 확인해 보세요.', '/mypage/cases?push=ID'],
  });
  for (const push of Object.values(seen)) {
    expect(push?.headers['ttl']).toBe('86400');
    expect(push?.headers['topic']).toMatch(/^[A-Za-z0-9_-]{32}$/);
  }
  // A topic identifies one target on one device.
  expect(new Set(Object.values(seen).map((push) => push?.headers['topic'])).size).toBe(7);
});

test('[NO-08] the same thread has the same topic again, and another one on another device', async () => {
  const { user, got } = await makeNotified(pushing);
  const second = await makeNotified(pushing);
  const id = await ask(user);
  await second.user.browser.call('PUT /api/posts/{id}/follow', { path: { id } });
  await makeReply(other, id, ANSWER);
  await pushing.push();
  pushing.setOn(601);
  await makeReply(other, id, `${ANSWER} 네`);
  await pushing.push();
  const topics = got().map(({ headers }) => headers['topic']);
  expect(topics).toHaveLength(2);
  expect(topics[0]).toBe(topics[1]);
  const [followed] = second.got();
  expect(followed?.payload.notification.title).toBe('팔로우한 글에 새 댓글이 달렸어요');
  expect(followed?.headers['topic']).not.toBe(topics[0]);
});

test('[NO-06] [SF-42] payload: no text of a post unless wanted, never a student’s name or id', async () => {
  const [plain, wordy] = [await makeNotified(pushing), await makeNotified(pushing, { texts: true })];
  const deleted = await makeUser(pushing.testApp, { nickname: '사라질이름' });
  const blocked = await makeUser(pushing.testApp, { nickname: '막을이름' });
  for (const { user } of [plain, wordy]) {
    const [mine, withBlocked] = [await ask(user), await ask(user)];
    await makeReply(other, mine, ANSWER);
    const { id: reply } = await makeReply(deleted, mine, '지워질 답');
    await remove(deleted, 'replies', reply);
    await makeReply(blocked, withBlocked, '막힌 사람의 답');
    const { body } = await user.browser.call('GET /api/posts/{id}/replies', {
      path: { id: withBlocked },
      query: { after: 0 },
    });
    const [shown] = body?.replies ?? [];
    await user.browser.call('PUT /api/replies/{id}/block', { path: { id: shown?.id ?? '' } });
    await pushing.push();
  }
  const read = (pushes: readonly ReceivedPush[]) => JSON.stringify(pushes.map(({ payload }) => payload));
  const never = [other, deleted, blocked, plain.user, wordy.user].flatMap(({ id, nickname, email }) => [
    id,
    nickname,
    email,
  ]);
  for (const { got } of [plain, wordy]) {
    // The thread of the blocked user causes no notification.
    expect(got()).toHaveLength(1);
    for (const word of [...never, '지워질 답', '막힌 사람의 답']) expect(read(got())).not.toContain(word);
  }
  for (const text of [TITLE, BODY, ANSWER]) expect(read(plain.got())).not.toContain(text);
  for (const text of [TITLE, ANSWER]) expect(read(wordy.got())).toContain(text);
  // The encrypted message reveals nothing, not even by its length.
  const bodies = [...plain.got(), ...wordy.got()].map(({ body }) => body);
  expect(new Set(bodies.map(({ length }) => length)).size).toBe(1);
  for (const body of bodies) expect(body.includes(Buffer.from('web_push'))).toBe(false);
});

test('[NO-06] [SF-42] user withdrawn meanwhile: in no payload', async () => {
  const { user, got } = await makeNotified(pushing, { texts: true });
  const leaving = await makeUser(pushing.testApp, { nickname: '떠난사람' });
  const id = await ask(user);
  await makeReply(leaving, id, ANSWER);
  await operate(pushing.testApp, 'student', 'withdraw', leaving.id, '--reason', '요청');
  await pushing.push();
  expect(got()).toHaveLength(1);
  expect(JSON.stringify(got())).not.toContain('떠난사람');
});
