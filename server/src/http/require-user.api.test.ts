import { EDITIONS } from '@madang/contract/campus/rules';
import { USER_HEADER } from '@madang/contract/user-header';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { makePost, makeUser, type MadeUser } from '../../testing/makers.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

async function withApp(
  edition: (typeof EDITIONS)[number],
  act: (testApp: TestApp, user: MadeUser, other: MadeUser) => Promise<void>,
): Promise<void> {
  const testApp = await startTestApp({ edition });
  await act(testApp, await makeUser(testApp), await makeUser(testApp));
}

describe.each(EDITIONS)('[SF-48] in the %s edition', (edition) => {
  test('a write for another user is refused before its body is read', () =>
    withApp(edition, async ({ origin }, user, other) => {
      const post = await makePost(user);
      for (const [request, type] of [
        [`PUT /api/uploads/${uuidv7()}`, 'image/png'],
        [`POST /api/posts/${post}/replies`, 'application/json'],
        ['PUT /api/profile/nickname', 'application/json'],
      ] as const) {
        const headers = {
          Cookie: user.browser.cookie,
          Origin: origin,
          'Content-Type': type,
          // The body is never sent: an answer that needs it would not arrive.
          'Content-Length': '1000',
          [USER_HEADER]: other.id,
        };
        const { status, answer } = await askRaw(origin, request, headers);
        expect([request, status]).toEqual([request, 409]);
        expect(answer).toContain('session.otherUser');
      }
    }));

  test('a pending write without the header is to be sent later; other writes are accepted', () =>
    withApp(edition, async ({ origin }, user) => {
      const post = await makePost(user);
      const ask = (method: string, path: string, json?: unknown) =>
        fetch(origin + path, {
          method,
          headers: { Cookie: user.browser.cookie, Origin: origin, 'Content-Type': 'application/json' },
          ...(json ? { body: JSON.stringify(json) } : {}),
        });
      for (const path of ['like', 'scrap']) {
        const answer = await ask('PUT', `/api/posts/${post}/${path}`);
        expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '60']);
        expect(await answer.json()).toMatchObject({ code: 'server.unavailable', retryAfter: 60 });
      }
      const reply = await ask('POST', `/api/posts/${post}/replies`, { id: uuidv7(), body: '늦은 댓글' });
      expect(reply.status).toBe(503);
      const { body } = await user.browser.call('GET /api/posts/{id}', { path: { id: post } });
      expect([body.likeCount, body.replyCount]).toEqual([0, 0]);
      expect((await ask('PUT', '/api/profile/nickname', { nickname: '새이름' })).status).toBe(200);
    }));

  test('any other value of the header is another user; without a session it reveals nothing', () =>
    withApp(edition, async (testApp, user, other) => {
      const like = `/api/posts/${await makePost(user)}/like`;
      for (const named of [
        'none',
        '',
        'x'.repeat(5_000),
        `${user.id}, ${user.id}`,
        `${user.id.toUpperCase()}!`,
      ]) {
        const answer = await user.browser.send('PUT', like, { headers: { [USER_HEADER]: named } });
        expect([named.slice(0, 40), answer.status]).toEqual([named.slice(0, 40), 409]);
      }
      const headers = { [USER_HEADER]: other.id };
      expect((await testApp.browser().send('PUT', like, { headers })).status).toBe(401);
      // A visitor's page does not learn of a sign-in in another tab.
      const json = { email: other.email, password: 'not the password' };
      expect((await user.browser.send('POST', '/api/session', { json, headers })).status).toBe(401);
      expect((await user.browser.send('PUT', like)).status).toBe(200);
    }));
});
