import { randomUUID } from 'node:crypto';
import { OPEN_REQUESTS, REQUESTS_A_DAY } from '@madang/contract/moderation/rights-rules';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, inject, test } from 'vitest';
import { makePost, makeReply, type MadeUser } from '../../../testing/makers.ts';
import { caseOf, tokenIn, startModeratedApp } from '../../../testing/moderation.ts';
import {
  ask,
  confirm,
  elapse,
  newComplainant,
  requestBody,
  requestOf,
  step,
  subjectsTo,
  write,
} from '../../../testing/rights.ts';
import { sweepRequests } from './rights-rows.ts';

const { testApp, author, operator, moderator } = await startModeratedApp();
afterEach(async () => {
  for (const table of ['rights_requests', 'cases', `jobs WHERE kind = 'rightsRequest'`])
    await testApp.database.change(`DELETE FROM ${table}`);
});

const sees = async (id: string) =>
  (await moderator.browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;
const readCase = async (user: MadeUser, id: string) =>
  (await user.browser.call('GET /api/moderation/cases/{id}', { path: { id } })).body;

test('[MO-12] a request counts once its mail is confirmed, by one use of its link', async () => {
  const id = await makePost(author);
  const body = requestBody(`/post/${id}`);
  expect((await write(testApp, body)).status).toBe(202);
  expect(await requestOf(testApp, body.email)).toMatchObject({ state: 'written', case_id: null });
  const token = await tokenIn(testApp, body.email, '/rights?token=');
  const [row] = await testApp.database.rows<{ token_hash: Uint8Array }>(
    'SELECT token_hash FROM rights_requests',
  );
  expect(Buffer.from(row?.token_hash ?? []).toString()).not.toContain(token);
  const answers = await Promise.all(
    [1, 2, 3].map(() => testApp.browser().call('POST /api/rights/confirmation', { body: { token } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410]);
  const request = await step(testApp, body.email);
  expect(request?.state).toBe('waiting');
  expect(await caseOf(testApp, id)).toMatchObject({ id: request?.case_id, state: 'open' });
  expect(await sees(id)).toBe(true);
  await expect.poll(() => subjectsTo(testApp, operator.email)).toContain('확인할 신고가 있습니다');
  // A link not opened within a day is invalid, and its text is deleted.
  const late = requestBody(`/post/${id}`);
  await write(testApp, late);
  const old = await tokenIn(testApp, late.email, '/rights?token=');
  await elapse(testApp, 24);
  expect(
    (await testApp.browser().call('POST /api/rights/confirmation', { body: { token: old } })).status,
  ).toBe(410);
  await sweepRequests(testApp.database);
  expect(await requestOf(testApp, late.email)).toBeUndefined();
});

test('[MO-12] answers, mails and queries: alike for posts that exist and that do not', async () => {
  const visible = await makePost(author);
  const deleted = await makePost(author);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id: deleted } });
  const hidden = await makePost(author);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [hidden]);
  const told: unknown[] = [];
  const asked: { email: string; exists: boolean }[] = [];
  for (const id of [visible, deleted, hidden, uuidv7(), randomUUID()]) {
    const body = requestBody(`${testApp.origin}/post/${id}`);
    const written = await write(testApp, body);
    await testApp.database.change('UPDATE rights_requests SET client_hash = NULL');
    const confirmed = await confirm(testApp, body.email);
    await step(testApp, body.email);
    const mails = testApp.mails.filter(({ to }) => to === body.email).map(({ text }) => text);
    const without = mails.map((text) => text.replaceAll(id, 'ID').replaceAll(/token=\S+/g, 'token'));
    told.push([written.status, written.body, confirmed.status, confirmed.body, without]);
    asked.push({ email: body.email, exists: id === visible });
  }
  for (const one of told) expect(one).toEqual(told[0]);
  // After one day and after thirty the mails are alike too, without a decision.
  for (const hours of [24, 30 * 24]) {
    await elapse(testApp, hours);
    for (const { email } of asked) await step(testApp, email);
  }
  for (const { email } of asked)
    await expect
      .poll(() => subjectsTo(testApp, email))
      .toEqual([
        '권리 침해 신고를 확인해 주세요',
        '요청하신 글은 지금 보이지 않습니다',
        '임시 조치 기간이 끝났습니다',
      ]);
});

test('[MO-12] request undecided for a day: hidden, both notified, shown again thirty days later', async () => {
  const id = await makePost(author, 'main-hall', { title: '숨길 제목', body: '숨길 본문' });
  const email = await ask(testApp, `/post/${id}`);
  await elapse(testApp, 23);
  await step(testApp, email);
  expect(await sees(id)).toBe(true);
  // A process with a wrong clock changes nothing, because the database's clock counts. The embedded engine uses the
  // process's.
  const { now } = Date;
  if (inject('engine') === 'postgres') Date.now = () => now() + 2 * 3_600_000;
  await step(testApp, email).finally(() => (Date.now = now));
  expect(await sees(id)).toBe(true);
  await elapse(testApp, 1);
  expect(await step(testApp, email)).toMatchObject({ state: 'hidden', client_hash: null });
  expect(await sees(id)).toBe(false);
  const { body } = await author.browser.call('GET /api/profile/cases', {});
  expect(body.cases[0]).toMatchObject({ state: 'hidden', ground: 'rights', hidden: true, mayAppeal: true });
  const days = (Date.parse(body.cases[0]?.hiddenUntil ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  await expect.poll(() => subjectsTo(testApp, author.email)).toContain('회원님의 글이나 댓글이 가려졌습니다');
  await expect.poll(() => subjectsTo(testApp, email)).toContain('요청하신 글은 지금 보이지 않습니다');

  await elapse(testApp, 30 * 24);
  expect(await step(testApp, email)).toMatchObject({ state: 'ended' });
  expect(await sees(id)).toBe(true);
  expect((await author.browser.call('GET /api/profile/cases', {})).body.cases[0]).toMatchObject({
    state: 'restored',
    hidden: false,
    decision: null,
    hiddenUntil: null,
  });
  await expect
    .poll(() => subjectsTo(testApp, author.email))
    .toContain('회원님의 글이나 댓글이 다시 보입니다');
  await expect.poll(() => subjectsTo(testApp, email)).toContain('임시 조치 기간이 끝났습니다');
  for (const { to, text } of testApp.mails)
    if ([author.email, email].includes(to)) expect(text).not.toMatch(/숨길|홍길동|전화번호/);
  // The author's data and mails do not identify the requester.
  for (const trace of [email, '홍길동'])
    expect(
      testApp.mails
        .filter(({ to }) => to === author.email)
        .map(({ text }) => text)
        .join(),
    ).not.toContain(trace);
  // Thirty days are the maximum: another request for the same ground waits for a decision.
  const again = await ask(testApp, `/post/${id}`);
  await elapse(testApp, 24);
  expect(await step(testApp, again)).toMatchObject({ state: 'waiting', by_people: true });
  expect(await sees(id)).toBe(true);
});

test('[MO-12] a reply is named by its number, a popular post by its own address', async () => {
  const id = await makePost(author);
  const [first, second] = [await makeReply(author, id), await makeReply(author, id)];
  const email = await ask(testApp, `madang 글: /post/${id}`.replace('madang 글: ', ' '), {
    reply: second.number,
  });
  const hotId = randomUUID();
  const popular = await makePost(author);
  await testApp.database.change('INSERT INTO hots (id, post_id) VALUES ($1, $2)', [hotId, popular]);
  const hot = await ask(testApp, `${testApp.origin}/hotpost/${hotId}?from=mail#top`);
  expect((await requestOf(testApp, hot))?.case_id).toBe((await caseOf(testApp, popular))?.id);
  await elapse(testApp, 24);
  await step(testApp, email);
  const { body } = await moderator.browser.call('GET /api/posts/{id}/replies', { path: { id } });
  expect(body.replies.map((reply) => reply.id)).toEqual([first.id]);
  expect(await sees(popular)).toBe(false);
  const mail = testApp.mails.findLast(({ to }) => to === email);
  expect(mail?.text).toContain(`/post/${id} (댓글 2번)`);
});

test('[MO-12] moderators read the reason, operators also the requester; after a year both are deleted', async () => {
  const id = await makePost(author);
  const email = await ask(testApp, `/post/${id}`, { name: '이몽룡', reason: '제 사진이에요.' });
  const { case_id: caseId } = (await requestOf(testApp, email)) ?? {};
  const seen = await readCase(moderator, caseId ?? '');
  expect(seen.requests).toMatchObject([
    { ground: 'privacy', reason: '제 사진이에요.', state: 'waiting', complainant: null },
  ]);
  for (const trace of [email, '이몽룡']) expect(JSON.stringify(seen)).not.toContain(trace);
  expect((await readCase(operator, caseId ?? '')).requests[0]?.complainant).toEqual({
    name: '이몽룡',
    email,
  });
  // The requester cannot decide, from any account.
  const own = await ask(testApp, `/post/${id}`, { email: moderator.email });
  expect((await readCase(moderator, caseId ?? '')).card.obstacle).toBe('reported');
  expect((await readCase(operator, caseId ?? '')).card.obstacle).toBeNull();

  for (const who of [email, own])
    await testApp.database.change(
      `UPDATE rights_requests SET confirmed_at = now() - interval '364 days' WHERE email = $1`,
      [who],
    );
  await sweepRequests(testApp.database);
  expect(await requestOf(testApp, email)).toBeDefined();
  await elapse(testApp, 24);
  await sweepRequests(testApp.database);
  expect(await requestOf(testApp, email)).toBeUndefined();
  const left = await testApp.database.rows('SELECT name, email, mailbox, reason FROM rights_requests');
  const nothing = { name: null, email: null, mailbox: null, reason: null };
  expect(left).toEqual([nothing, nothing]);
  expect((await readCase(operator, caseId ?? '')).requests).toMatchObject([
    { reason: null, complainant: null },
    { reason: null, complainant: null },
  ]);
});

test('[MO-12] wrong fields are reported, addresses of other sites too', async () => {
  const good = requestBody(`/post/${uuidv7()}`);
  const fields = async (fields: object) =>
    (await testApp.browser().call('POST /api/rights', { body: { ...good, ...fields } })).problem?.fields;
  expect(await fields({ name: ' ' })).toEqual([{ field: 'name', code: 'required' }]);
  expect(await fields({ email: 'nobody' })).toEqual([{ field: 'email', code: 'email.pattern' }]);
  expect(await fields({ reason: '\n' })).toEqual([{ field: 'reason', code: 'required' }]);
  expect(await fields({ address: 'https://example.com/post/1' })).toEqual([
    { field: 'address', code: 'address.foreign' },
  ]);
  expect(await fields({ address: '/post/1' })).toEqual([{ field: 'address', code: 'invalid' }]);
  expect(await fields({ address: '' })).toEqual([{ field: 'address', code: 'required' }]);
  expect(await testApp.database.rows('SELECT id FROM rights_requests')).toEqual([]);
});

test('[MO-12] one request a post and ground, three open of a mailbox', async () => {
  const posts = await Promise.all(Array.from({ length: 5 }, () => makePost(author)));
  const email = newComplainant();
  await ask(testApp, `/post/${posts[0]}`, { email });
  const send = async (address: string, fields: object = {}) => {
    await write(testApp, requestBody(address, { email, ...fields }));
    await testApp.database.change('UPDATE rights_requests SET client_hash = NULL');
    const before = testApp.mails.length;
    await expect.poll(() => testApp.mails.length > before || testApp.mails.at(-1)?.to).toBeTruthy();
    const { id = '' } = (await requestOf(testApp, email)) ?? {};
    const hashed = () =>
      testApp.database.first('SELECT id FROM rights_requests WHERE id = $1 AND token_hash IS NOT NULL', [id]);
    await expect.poll(hashed).toBeDefined();
    await expect.poll(() => testApp.database.first('SELECT id FROM outbox')).toBeUndefined();
    return (await confirm(testApp, email.replace(/[+].*@/, '@'))).problem?.code;
  };
  expect(await send(`/post/${posts[0]}`)).toBe('rights.again');
  expect(await send(`/post/${posts[0]}`, { ground: 'defamation' })).toBeUndefined();
  expect(await send(`/post/${posts[1]}`)).toBeUndefined();
  expect(await send(`/post/${posts[2]}`)).toBe('rights.full');
  // Another name of the same mailbox.
  const alias = email.replace('@', '+two@');
  await write(testApp, requestBody(`/post/${posts[3]}`, { email: alias }));
  await testApp.database.change('UPDATE rights_requests SET client_hash = NULL');
  expect((await confirm(testApp, alias)).problem?.code).toBe('rights.full');
});

test('[MO-12] mailbox with other dots: may request once, also if noted with dots', async () => {
  const [post, name] = [await makePost(author), randomUUID()];
  const confirmAnother = async (email: string) => {
    await write(testApp, requestBody(`/post/${post}`, { email }));
    return (await confirm(testApp, email)).problem?.code;
  };
  await ask(testApp, `/post/${post}`, { email: `a.b.${name}@gmail.com` });
  expect(await confirmAnother(`ab${name}@googlemail.com`)).toBe('rights.again');
  await testApp.database.change(`UPDATE rights_requests SET mailbox = email WHERE confirmed_at IS NOT NULL`);
  expect(await confirmAnother(`a.b.${name}+x@gmail.com`)).toBe('rights.again');
});

test('[MO-12] mailbox: three open requests per post, unconfirmed ones for an hour; others are unaffected', async () => {
  const [address, other] = [`/post/${randomUUID()}`, `/post/${randomUUID()}`];
  const email = newComplainant();
  const send = async (to: string, from = email) =>
    (await write(testApp, requestBody(to, { email: from }))).problem;
  const problems = await Promise.all(Array.from({ length: OPEN_REQUESTS + 3 }, () => send(address)));
  const refused = problems.filter((problem) => problem !== null);
  expect(refused.map(({ status, code }) => [status, code])).toEqual(
    Array.from({ length: 3 }, () => [429, 'limit.reached']),
  );
  expect(refused[0]?.retryAfter).toBeGreaterThan(3_000);
  expect(refused[0]?.retryAfter).toBeLessThanOrEqual(3_600);
  expect([await send(address, newComplainant()), await send(other)]).toEqual([null, null]);
  await testApp.database.change(`UPDATE rights_requests SET created_at = created_at - interval '61 minutes'`);
  expect(await send(address)).toBeNull();
});

test('[MO-12] [SF-39] three open requests of one address hide automatically; the rest wait, and no form closes', async () => {
  const posts = await Promise.all(Array.from({ length: OPEN_REQUESTS + 2 }, () => makePost(author)));
  const fromHere = async (id = '') => {
    const body = requestBody(`/post/${id}`);
    expect((await write(testApp, body)).status).toBe(202);
    expect((await confirm(testApp, body.email)).status).toBe(204);
    return body.email;
  };
  const emails: string[] = [];
  for (const id of posts.slice(0, -1)) emails.push(await fromHere(id));
  for (const email of emails) await step(testApp, email);
  await elapse(testApp, 24);
  const byPeople = [];
  for (const email of emails) byPeople.push((await step(testApp, email))?.by_people);
  expect(byPeople).toEqual([false, false, false, true]);
  expect(await Promise.all(posts.map(sees))).toEqual([false, false, false, true, true]);
  // A request that already hides something no longer waits.
  expect(await step(testApp, await fromHere(posts.at(-1)))).toMatchObject({ by_people: false });
});

test('[MO-12] above twenty a day the rest wait for people, as what the operator wrote does', async () => {
  await testApp.database.change(
    `INSERT INTO rights_requests (id, address, post_id, ground, email, mailbox, token_expires_at, confirmed_at, state)
     SELECT gen_random_uuid(), '/post/x', gen_random_uuid(), 'other', 'a' || n || '@example.org', 'a' || n || '@example.org',
            now(), now(), 'declined' FROM generate_series(1, ${REQUESTS_A_DAY}) AS n`,
  );
  const id = await makePost(author);
  const late = await ask(testApp, `/post/${id}`);
  await elapse(testApp, 24);
  expect(await step(testApp, late)).toMatchObject({ state: 'waiting', by_people: true });
  expect(await sees(id)).toBe(true);
  const { cases } = (await operator.browser.call('GET /api/moderation/cases', { query: {} })).body;
  expect(cases).toMatchObject([{ requests: 1, reporters: 0, state: 'open' }]);
  // Backdates the twenty requests to yesterday.
  const own = await makePost(operator);
  const onOwn = await ask(testApp, `/post/${own}`);
  const other = await makePost(author);
  const onOther = await ask(testApp, `/post/${other}`);
  await elapse(testApp, 24);
  expect(await step(testApp, onOwn)).toMatchObject({ state: 'waiting', by_people: true });
  expect(await step(testApp, onOther)).toMatchObject({ state: 'hidden', by_people: false });
  expect([await sees(own), await sees(other)]).toEqual([true, false]);
});
