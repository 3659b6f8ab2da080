import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { openBuiltWeb } from '../testing/built-web.ts';
import { makeAgreedUser, makePost, makeReply, makeUser } from '../testing/makers.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

// Rendered pages, with the shipped bundle and web app.

const TURNS = 600;

const testApp = await startTestApp(await openBuiltWeb());
const [first, second] = [await makeAgreedUser(testApp), await makeAgreedUser(testApp)];

interface Page {
  text: string;
  /** The rendered part that all users share; of a screen drawn for its viewer, only the data that phones store. */
  shared: string;
  userId: string | null | undefined;
  drawn: boolean;
}

/** Screens drawn for their viewer. */
const PRIVATE = ['/mypage', '/notifications'];

async function open(browser: TestBrowser, path: string): Promise<Page> {
  const answer = await browser.send('GET', path);
  expect([path, answer.status]).toEqual([path, 200]);
  const text = await answer.text();
  const own = text.indexOf('<script type="application/json" id="own">');
  const json = /id="own">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  const { session } = JSON.parse(json) as { session?: { user: { id: string } | null } };
  return {
    text,
    shared: PRIVATE.includes(path)
      ? (/id="shared">(.*?)<\/script>/s.exec(text)?.[1] ?? '')
      : text.slice(0, own),
    userId: session && (session.user?.id ?? null),
    drawn: text.includes('"now":'),
  };
}

test('[FP-04] [SF-34] two users and a visitor at the same addresses in turn: each gets their own', async () => {
  // Pages name the author of a post, so the author is a third user.
  const writer = await makeUser(testApp);
  const post = await makePost(writer, 'main-hall', { title: '누구나 읽는 제목' });
  await makeReply(writer, post, '누구나 읽는 댓글');
  const paths = ['/', '/building/main-hall', `/post/${post}`, '/board/new', ...PRIVATE, '/login', '/write'];
  const viewers = [
    { browser: first.browser, userId: first.id, others: [second] },
    { browser: second.browser, userId: second.id, others: [first] },
    { browser: testApp.browser(), userId: null, others: [first, second] },
  ];
  let drawn = 0;
  for (let turn = 0; turn < TURNS; turn += viewers.length) {
    const path = paths[(turn / viewers.length) % paths.length] ?? '/';
    await Promise.all(
      viewers.map(async ({ browser, userId, others }) => {
        const page = await open(browser, path);
        drawn += Number(page.drawn);
        expect([path, page.userId]).toEqual([path, userId]);
        for (const { id, email } of others)
          expect([path, page.text.includes(id) || page.text.includes(email)]).toEqual([path, false]);
        // The part shared by all users contains no personal data.
        for (const { id, email } of [first, second])
          expect([path, page.shared.includes(id) || page.shared.includes(email)]).toEqual([path, false]);
        if (userId === null) expect(page.text).not.toMatch(/누구나 읽는/);
      }),
    );
  }
  expect(drawn).toBeGreaterThan(TURNS * 0.9);
}, 120_000);

test('[FP-04] my page: drawn with its viewer’s nickname, which phones do not store', async () => {
  for (const { browser, nickname } of [first, second]) {
    const { text, shared, drawn } = await open(browser, '/mypage');
    expect([drawn, shared.includes(nickname)]).toEqual([true, false]);
    expect(text.slice(0, text.indexOf('id="shared"'))).toContain(nickname);
  }
});

test('[FP-04] page: invalidated by each write that it shows, for every viewer', async () => {
  const post = await makePost(first, 'main-hall', { title: '처음 제목' });
  const readers = [first, second];
  const see = (path: string) =>
    Promise.all(readers.map(async ({ browser }) => (await open(browser, path)).shared));
  await see(`/post/${post}`);
  await see('/building/main-hall');
  await makeReply(second, post, '방금 단 댓글');
  for (const page of await see(`/post/${post}`)) expect(page).toContain('방금 단 댓글');
  const newer = await makePost(second, 'main-hall', { title: '방금 쓴 글' });
  for (const page of await see('/building/main-hall')) expect(page).toContain('방금 쓴 글');
  for (const page of await see('/board/new')) expect(page).toContain(`/post/${newer}`);
});

test('[FP-04] lost notification: nothing older than a second is shown', async () => {
  const post = await makePost(first, 'main-hall', { title: '사라질 제목' });
  expect((await open(second.browser, `/post/${post}`)).shared).toContain('사라질 제목');
  // Written directly to the database, so the server is not notified.
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [post]);
  await sleep(1_050);
  expect((await open(second.browser, `/post/${post}`)).shared).not.toContain('사라질 제목');
});

test.runIf(inject('engine') === 'postgres')(
  'write on one process: invalidates the page on another',
  async () => {
    const other = await testApp.another();
    const post = await makePost(first, 'main-hall', { title: '두 서버의 글' });
    const browser = Object.assign(other.browser(), { cookie: second.browser.cookie });
    await open(browser, `/post/${post}`);
    await makeReply(first, post, '다른 서버의 댓글');
    await expect
      .poll(async () => (await open(browser, `/post/${post}`)).shared, { timeout: 1_000 })
      .toContain('다른 서버의 댓글');
  },
);

test('[FP-01] [SF-34] markup and script: shown as text', async () => {
  const evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>';
  const post = await makePost(first, 'main-hall', { title: evil, body: `${evil}\n<!-- & -->` });
  await makeReply(second, post, evil);
  for (const path of [`/post/${post}`, '/building/main-hall', '/board/new']) {
    const { text, drawn } = await open(second.browser, path);
    expect([path, drawn]).toEqual([path, true]);
    expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    expect(text).not.toMatch(/<script>alert|<img src=x|<!-- &/);
    expect(text).not.toMatch(/ style="/);
  }
});

test('[FP-01] login and sign-up take a plain form, and lead to own paths only', async () => {
  const send = (browser: TestBrowser, path: string, fields: Record<string, string>) =>
    browser.send('POST', path, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      bytes: Buffer.from(new URLSearchParams(fields).toString()),
    });
  const { email } = first;
  for (const [next, to] of [
    ['/board/new', '/board/new'],
    ['//evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/login', '/'],
  ]) {
    const browser = testApp.browser();
    const address = `/login?${new URLSearchParams({ next: next ?? '' }).toString()}`;
    const wrong = await send(browser, address, {
      email,
      password: 'no',
    });
    const page = await wrong.text();
    expect([wrong.status, page.includes(`value="${email}"`), page.includes('value="no"')]).toEqual([
      401,
      true,
      false,
    ]);
    const right = await send(browser, address, {
      email,
      password: 'correct horse',
    });
    expect([right.status, right.headers.get('location')]).toEqual([303, to]);
    expect((await open(browser, '/')).userId).toBe(first.id);
  }
});
