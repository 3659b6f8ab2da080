import { randomUUID } from 'node:crypto';
import { OPEN_REQUESTS, REQUESTS_A_DAY } from '@madang/contract/moderation/rights-rules';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makePost, type MadeUser } from '../../../testing/makers.ts';
import { startModeratedApp } from '../../../testing/moderation.ts';
import {
  ask,
  confirm,
  elapse,
  newComplainant,
  requestBody,
  requestOf,
  step,
  write,
} from '../../../testing/rights.ts';
import type { TestApp } from '../../../testing/test-app.ts';

let testApp: TestApp;
let author: MadeUser;
let operator: MadeUser;
let moderator: MadeUser;
beforeAll(async () => {
  ({ testApp, author, operator, moderator } = await startModeratedApp());
});
afterEach(async () => {
  for (const table of ['rights_requests', 'cases', `jobs WHERE kind = 'rightsRequest'`])
    await testApp.database.change(`DELETE FROM ${table}`);
});
afterAll(() => testApp.close());

const sees = async (id: string) =>
  (await moderator.browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;

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
  // The same mailbox under another name is the same mailbox.
  const alias = email.replace('@', '+two@');
  await write(testApp, requestBody(`/post/${posts[3]}`, { email: alias }));
  await testApp.database.change('UPDATE rights_requests SET client_hash = NULL');
  expect((await confirm(testApp, alias)).problem?.code).toBe('rights.full');
});

test('[MO-12] three of a mailbox about a post wait, for an hour where nobody confirms them; nobody else is in their way', async () => {
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

test('[MO-12] [SF-39] three that wait from one address hide by themselves, the rest wait for people and close no form', async () => {
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
  // What hides already waits no more.
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
  // The twenty were of yesterday by now.
  const own = await makePost(operator);
  const onOwn = await ask(testApp, `/post/${own}`);
  const other = await makePost(author);
  const onOther = await ask(testApp, `/post/${other}`);
  await elapse(testApp, 24);
  expect(await step(testApp, onOwn)).toMatchObject({ state: 'waiting', by_people: true });
  expect(await step(testApp, onOther)).toMatchObject({ state: 'hidden', by_people: false });
  expect([await sees(own), await sees(other)]).toEqual([true, false]);
});
