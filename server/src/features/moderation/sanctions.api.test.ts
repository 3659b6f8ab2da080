import { randomUUID } from 'node:crypto';
import type { SanctionKind } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import {
  makePost,
  makePostBody,
  makeReply,
  makeUser,
  PASSWORD,
  signUp,
  type MadeUser,
} from '../../../testing/makers.ts';
import { caseOf, makeStaff, giveSanction, report, tokenIn } from '../../../testing/moderation.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { sweepSanctions } from './sanctions.ts';
import { listAuditEntries } from '../../audit.ts';

let author: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
const [operator, moderator, reporter] = [
  await makeStaff(testApp),
  await makeStaff(testApp, ['main-hall']),
  await makeUser(testApp),
];
const others: TestApp[] = inject('engine') === 'postgres' ? [await testApp.another()] : [];
beforeEach(async () => {
  author = await makeUser(testApp, { email: `${randomUUID()}@korea.ac.kr` });
});

const sanction = (user: MadeUser, kind: SanctionKind, days = 7, by = operator) =>
  giveSanction(testApp, { user, reporter, by }, kind, days);
const write = async (user: MadeUser, board = 'main-hall', app = testApp) => {
  const browser = app.browser();
  browser.cookie = user.browser.cookie;
  const call = { path: { buildingId: board }, body: makePostBody({ body: randomUUID() }) };
  const answer = await browser.call('POST /api/buildings/{buildingId}/posts', call);
  return answer.problem?.code ?? answer.status;
};
const reply = async (user: MadeUser, postId: string, answers?: string) => {
  const body = { id: uuidv7(), body: '댓글', ...(answers ? { answers } : {}) };
  const answer = await user.browser.call('POST /api/posts/{id}/replies', { path: { id: postId }, body });
  return answer.problem?.code ?? answer.status;
};
const running = async (user: MadeUser) =>
  (await user.browser.call('GET /api/profile/sanctions', {})).body.sanctions;
const end = (user: MadeUser) =>
  testApp.database.change('UPDATE sanctions SET ends_at = now() WHERE user_id = $1', [user.id]);
const newSession = async (user: MadeUser, email = user.email, password = PASSWORD) => {
  const answer = await user.browser.call('POST /api/session', { body: { email, password } });
  expect(answer.status).toBe(201);
};

describe('no writing', () => {
  test('[MO-10] [SF-38] posts, replies, answers, edits: refused on every process until the end; the rest works', async () => {
    const other = await makePost(operator);
    const [own, ownReply] = [await makePost(author), await makeReply(author, other)];
    expect((await sanction(author, 'noWriting', 3)).answer.status).toBe(200);
    for (const app of [testApp, ...others])
      expect(await write(author, 'question', app)).toBe('writing.suspended');
    expect(await reply(author, other)).toBe('writing.suspended');
    expect(await reply(author, other, ownReply.id)).toBe('writing.suspended');
    const text = { revision: 1, title: '제목', body: '고친 글', keywords: [] };
    const edited = await author.browser.call('PUT /api/posts/{id}', { path: { id: own }, body: text });
    expect(edited.problem?.code).toBe('writing.suspended');
    const editedReply = await author.browser.call('PUT /api/replies/{id}', {
      path: { id: ownReply.id },
      body: { revision: 1, body: '고친 댓글' },
    });
    expect(editedReply.problem?.code).toBe('writing.suspended');
    expect((await author.browser.call('PUT /api/posts/{id}/like', { path: { id: other } })).status).toBe(200);
    expect(
      (await author.browser.call('DELETE /api/replies/{id}', { path: { id: ownReply.id } })).status,
    ).toBe(204);
    const [told, ...more] = await running(author);
    expect(more).toEqual([]);
    expect(told).toMatchObject({ kind: 'noWriting', board: null, ground: 'abuse', text: '욕설이 있어요.' });
    const days = (Date.parse(told?.endsAt ?? '') - Date.parse(told?.givenAt ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(3, 3);
    await end(author);
    expect([await write(author), await reply(author, other), await running(author)]).toEqual([201, 201, []]);
  });

  test('[MO-10] writes concurrent with the sanction: none succeeds after it', async () => {
    const id = await makePost(author);
    await report(reporter, 'post', id);
    const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
    let given = false;
    const [early, late]: [unknown[], unknown[]] = [[], []];
    const writing = Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        for (let round = 0; round < 4; round += 1) {
          const before = given;
          const outcome = index % 2 ? await write(author) : await reply(author, await Promise.resolve(id));
          (before ? late : early).push(outcome);
        }
      }),
    );
    const body = {
      revision: 1,
      outcome: 'upheld',
      ground: 'spam',
      text: '도배',
      sanction: { kind: 'noWriting', days: 1 },
    } as const;
    const answer = await operator.browser.call('POST /api/moderation/cases/{id}/decision', {
      path: { id: caseId },
      body,
    });
    given = true;
    expect(answer.status).toBe(200);
    await writing;
    late.push(await write(author));
    expect(new Set(late)).toEqual(new Set(['writing.suspended']));
    expect(early.filter((outcome) => outcome !== 201 && outcome !== 'writing.suspended')).toEqual([]);
  });

  test('[MO-10] sanction on one board: applies there only; a warning refuses nothing', async () => {
    const question = await makePost(operator, 'question');
    const here = await makePost(operator);
    expect((await sanction(author, 'noBoard', 5, moderator)).answer.status).toBe(200);
    expect([await write(author), await reply(author, here)]).toEqual([
      'writing.suspended',
      'writing.suspended',
    ]);
    expect([await write(author, 'question'), await reply(author, question)]).toEqual([201, 201]);
    expect(await running(author)).toMatchObject([{ kind: 'noBoard', board: { id: 'main-hall' } }]);
    const warned = await makeUser(testApp);
    await sanction(warned, 'warning', 30, moderator);
    expect(await write(warned)).toBe(201);
    expect(await running(warned)).toMatchObject([{ kind: 'warning', board: null }]);
  });

  test('[MO-10] [SF-38] a change of e-mail, its undo, a reset and a new session never lift it', async () => {
    await sanction(author, 'noWriting');
    await newSession(author);
    expect(await write(author, 'question')).toBe('writing.suspended');
    const email = `${randomUUID()}@korea.ac.kr`;
    await author.browser.call('PUT /api/profile/email', { body: { email, password: PASSWORD } });
    expect(await write(author, 'question')).toBe('writing.suspended');
    const undo = await tokenIn(testApp, author.email, '/reset?undo=');
    const password = 'correct horse again';
    await author.browser.call('POST /api/profile/email/undo', { body: { token: undo, password } });
    await newSession(author, author.email, password);
    expect(await write(author, 'question')).toBe('writing.suspended');
    await author.browser.call('POST /api/password-reset', { body: { email: author.email } });
    const token = await tokenIn(testApp, author.email, '/reset?token=');
    await author.browser.call('POST /api/password-reset/confirmation', {
      body: { token, password: PASSWORD },
    });
    await newSession(author);
    expect(await write(author, 'question')).toBe('writing.suspended');
  });

  test('[MO-10] [SF-38] withdrawal and signing up again do not lift it, by none of the verified addresses', async () => {
    await sanction(author, 'noWriting');
    const later = `${randomUUID()}@example.com`;
    await author.browser.call('PUT /api/profile/email', { body: { email: later, password: PASSWORD } });
    const token = await tokenIn(testApp, later, '/verify?token=');
    expect(
      (await author.browser.call('POST /api/verification/confirmation', { body: { token } })).status,
    ).toBe(200);
    await author.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    for (const email of [author.email.replace('@', '+new@'), later]) {
      const again = await signUp(testApp, email);
      const user = { ...author, browser: again.browser };
      expect([email, again.status, await write(user, 'question')]).toEqual([email, 201, 'writing.suspended']);
      expect(await running(user)).toMatchObject([{ kind: 'noWriting', ground: 'abuse', text: null }]);
    }
    const stranger = await signUp(testApp, `${randomUUID()}@korea.ac.kr`);
    expect(await write({ ...author, browser: stranger.browser }, 'question')).toBe(201);
  });

  test('[SF-38] expired records: addresses are deleted, and sanctions of deleted accounts', async () => {
    await sanction(author, 'noWriting');
    await author.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    const count = async () =>
      testApp.database.first<{ sanctions: number; addresses: number }>(
        `SELECT (SELECT count(*)::int FROM sanctions WHERE user_id IS NULL) AS sanctions,
                (SELECT count(*)::int FROM sanction_addresses) AS addresses`,
      );
    await sweepSanctions(testApp.database);
    expect((await count())?.sanctions).toBeGreaterThan(0);
    await testApp.database.change('UPDATE sanctions SET ends_at = now()');
    await sweepSanctions(testApp.database);
    expect(await count()).toEqual({ sanctions: 0, addresses: 0 });
  });

  test('[SF-38] address never verified as one’s own: has no effect on its owner', async () => {
    const victim = `${randomUUID()}@korea.ac.kr`;
    await sanction(author, 'noWriting');
    await author.browser.call('PUT /api/profile/email', { body: { email: victim, password: PASSWORD } });
    const owner = await signUp(testApp, victim);
    expect(owner.status).toBe(201);
    expect(await write({ ...author, browser: owner.browser }, 'question')).toBe(201);
  });
});

test('[MO-07] [SF-37] moderator: sanctions within the board’s rights, an operator without limit; each is logged', async () => {
  for (const kind of ['noWriting', 'closed'] as const)
    expect((await sanction(author, kind, 7, moderator)).answer.problem).toMatchObject({
      status: 403,
      code: 'role.insufficient',
    });
  expect(await running(author)).toEqual([]);
  await sanction(author, 'noBoard', 2, moderator);
  const acts = await listAuditEntries(testApp.database, 2);
  expect(acts).toMatchObject([
    { actor: moderator.id, action: 'sanction noBoard 2', target: author.id, reason: 'abuse' },
    { actor: moderator.id, action: 'case upheld' },
  ]);
});

test('[MO-10] sanction: follows only an upheld case, and ends by appeal or by the operator', async () => {
  const id = await makePost(author);
  await report(reporter, 'post', id);
  const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
  const restored = {
    revision: 1,
    outcome: 'restored',
    ground: 'abuse',
    text: '괜찮아요',
    sanction: { kind: 'warning', days: 1 },
  } as const;
  const refused = await operator.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id: caseId },
    body: restored,
  });
  expect(refused.problem?.fields).toEqual([{ field: 'sanction', code: 'invalid' }]);

  const upheld = await sanction(author, 'noWriting');
  const appeal = { path: { id: upheld.caseId }, body: { text: '오해예요' } };
  expect((await author.browser.call('POST /api/cases/{id}/appeal', appeal)).status).toBe(200);
  const body = { ...restored, revision: 3, sanction: null };
  const final = await moderator.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id: upheld.caseId },
    body,
  });
  expect(final.body.state).toBe('final');
  expect([await running(author), await write(author)]).toEqual([[], 201]);
});
