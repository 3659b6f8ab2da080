import { InstallationKeys } from '../lib/installation-keys.ts';
import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache.ts';
import type { Hub } from '../live/hub.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { RequestContext } from './request.ts';
import { FreshMark, sessionCookie } from './sessions.ts';
import { CacheStep } from './cache.ts';

test('address: read once answered or its endpoint is known; a student’s for students only', async () => {
  const cache = new AnswerCache({ on() {}, tell() {} } as unknown as Hub, true);
  const cacheStep = new CacheStep({
    cache,
    sessions: {} as Sessions,
    cookie: sessionCookie(false),
    fresh: new FreshMark(false, new InstallationKeys()),
  });
  for (const access of ['user', 'public'] as const) {
    const url = `/api/${access}`;
    const read = (signedIn: boolean) => cacheStep.read(url, { signedIn, bypass: false });
    expect(await read(true)).toBeUndefined();
    const request = { target: url, common: { cookie: '' }, send() {} } as unknown as RequestContext;
    await cacheStep.answer(request, {
      route: `GET ${url}`,
      key: `GET ${url}`,
      access,
      fill: async () => ({ json: `"${access}"`, tags: () => [] }),
    });
    expect((await read(true))?.body.toString()).toBe(`"${access}"`);
    expect((await read(false))?.body.toString()).toBe(access === 'user' ? undefined : `"${access}"`);
  }
  cacheStep.mount('/api/things/{id}', ({ id }, { order }) => ({
    route: 'GET /api/things/{id}',
    key: `GET /api/things/{id} ${id} ${order}`,
    access: 'user',
    fill: async () => ({ json: JSON.stringify([id, order]), tags: () => [] }),
  }));
  const url = '/api/things/a%2Fb?order=recent';
  const answer = await cacheStep.read(url, { signedIn: true, bypass: false });
  expect(answer?.body.toString()).toBe('["a/b","recent"]');
  expect(await cacheStep.read(url, { signedIn: false, bypass: false })).toBeUndefined();
});
