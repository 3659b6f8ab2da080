import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makePost, makeUser } from '../../testing/makers.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';

// Covers the request targets of "HTTP" in docs/advisories.md, written as no client would.

const EVIL = 'https://evil.example';

const testApp = await startTestApp();
const user = await makeUser(testApp);
const postId = await makePost(user);

const host = () => new URL(testApp.origin).host;

test('[ADV-48] dots in the target of a request lead out of no folder', async () => {
  const cookie = { Cookie: user.browser.cookie };
  expect((await askRaw(testApp.origin, 'GET /campus/buildings/main-hall.svg', cookie)).status).toBe(200);
  for (const target of [
    '/campus/../package.json',
    '/campus/buildings/../../campus.json',
    '/campus/buildings/../../../package.json',
    '/campus/%2e%2e/campus.json',
    '/campus/..%2fcampus.json',
    '/campus/..%5ccampus.json',
    '/campus/....//campus.json',
    '/campus//etc/passwd',
    '/campus/buildings/.',
    '/campus/buildings/main-hall.svg%00.json',
    '/campus/campus.json',
    '/EventImg/../../package.json',
    '/images/posts/../../../package.json/large.webp',
    '/images/posts/..%2f..%2fpackage.json/large.webp',
    `/images/posts/${user.id}/../../../package.json/large.webp`,
    `/images/posts/..%2f..%2f/${uuidv7()}/large.webp`,
  ]) {
    const { status, answer } = await askRaw(testApp.origin, `GET ${target}`, cookie);
    expect([target, status]).toEqual([target, 404]);
    expect(answer).toContain('application/problem+json');
  }
  expect((await askRaw(testApp.origin, 'GET /campus/..\\campus.json', cookie)).status).toBe(404);
});

test('[ADV-49] an address is decoded once', async () => {
  const cookie = { Cookie: user.browser.cookie };
  const twice = (text: string) => text.replaceAll(/./g, (sign) => `%25${sign.charCodeAt(0).toString(16)}`);
  for (const target of [
    `/campus/buildings/${twice('m')}ain-hall.svg`,
    `/campus/${twice('b')}uildings/main-hall.svg`,
    `/campus/${twice('..')}${twice('/')}campus.json`,
    `/campus/%%32%65%%32%65/campus.json`,
    `/${twice('a')}pi/profile`,
    `/api/${twice('p')}rofile`,
    `/api/posts/${twice(postId)}`,
    `/EventImg/${twice('..')}${twice('/')}x.png`,
  ])
    expect([target, (await askRaw(testApp.origin, `GET ${target}`, cookie)).status]).toEqual([target, 404]);
});

test('[ADV-51] no form of the target avoids a required session', async () => {
  for (const target of [
    `http://${host()}/api/profile`,
    `http://${host()}//api/profile`,
    'http:///api/profile',
    'http:/api/profile',
    'http://evil.example/api/profile',
    `http://${host()}@evil.example/api/profile`,
    `http://x/health/live/../../api/profile`,
    `https://${host()}/api/profile?/health/live`,
    `ftp://${host()}/api/profile`,
    '//api/profile',
    'api/profile',
    '*',
  ]) {
    const { status, answer } = await askRaw(testApp.origin, `GET ${target}`);
    expect([target, status >= 400 && status < 500]).toEqual([target, true]);
    expect(answer).not.toContain('"user"');
  }
  const own = await askRaw(testApp.origin, `GET http://${host()}/api/session`, {
    Cookie: user.browser.cookie,
  });
  expect([own.status, own.answer.includes(user.email)]).toEqual([200, true]);
});

test('[ADV-56] the server redirects to no other site', async () => {
  for (const target of [
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f/evil.example',
    '/.evil.example',
    '/campus//evil.example',
    '/login?next=//evil.example',
    '/api/session?callbackURL=https://evil.example&redirect=//evil.example',
    '/%0d%0aLocation:%20https://evil.example',
    'http://evil.example/',
  ]) {
    const { status, answer } = await askRaw(testApp.origin, `GET ${target}`, {
      Referer: `${EVIL}/`,
      'X-Forwarded-Proto': EVIL,
    });
    expect([target, status < 300 || status >= 400]).toEqual([target, true]);
    expect(answer.split('\r\n\r\n', 1)[0]).not.toMatch(/^(location|refresh):/im);
  }
});

test('[ADV-59] no spelling of an address leads past the session it needs', async () => {
  for (const path of [
    'profile',
    'hots',
    'posts/latest',
    `posts/${postId}`,
    `posts/${postId}/replies`,
    'buildings',
  ]) {
    const [first = '', ...rest] = path;
    const encoded = `%${first.charCodeAt(0).toString(16)}${rest.join('')}`;
    for (const target of [
      `/api/${path}`,
      `/api/${encoded}`,
      `/%61pi/${path}`,
      `/api/${path}/`,
      `/api//${path}`,
      `//api/${path}`,
      `/API/${path}`,
      `/api/${path.toUpperCase()}`,
      `/api/./${path}`,
      `/health/../api/${path}`,
      `/api/session/../${path}`,
      `/api/session/..;/${path}`,
      `/api/${path};a=b`,
      `/api/${path}%00`,
      `/api/${path}%2f`,
      `/api/${path}.json`,
      `/api/${path}#/api/campus`,
      `/api/campus?/../${path}`,
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, answer } = await askRaw(testApp.origin, `${method} ${target}`);
        const open = target.startsWith('/api/campus');
        expect([method, target, open ? [200] : [400, 401, 404]]).toEqual([
          method,
          target,
          expect.arrayContaining([status]),
        ]);
        expect(answer).not.toContain(postId);
      }
    }
  }
});
