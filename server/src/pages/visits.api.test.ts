import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { freshMark } from '../../testing/fresh-mark.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { makeAgreedUser, makePost, makeUser } from '../../testing/makers.ts';
import { DrawingBudget, renderLimited } from './rendering.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

/** All rendered addresses. */
const drawings: string[] = [];
const folder = makeFolder('web');
await writeFile(
  join(folder, 'index.html'),
  '<head><link rel="preload" as="fetch" href="/api/session"></head><body><div id="root"></div></body>',
);

const draw = renderLimited(
  ({ pathname, search, answers }) => {
    drawings.push(pathname + search);
    return `<i>${pathname}</i>${Object.keys(answers).length}`;
  },
  (error) => {
    throw error;
  },
);

const testApp = await startTestApp({ webFolder: folder, draw, pageTimeout: 1_000 });
const student = await makeAgreedUser(testApp);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const POSTS = 'GET /api/buildings/main-hall/posts?order=recent';

async function visit(browser: TestBrowser, path: string, headers: Record<string, string> = {}) {
  const response = await browser.send('GET', path, { headers });
  const page = await response.text();
  const read = (id: string) =>
    JSON.parse(
      new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(page)?.[1] ?? '',
    );
  const shared = read('shared') as { answers: Record<string, unknown>; leadsTo?: string; now?: number };
  const { session, answers: own } = read('own') as { session?: unknown; answers?: Record<string, unknown> };
  return {
    headers: response.headers,
    page,
    shared,
    answers:
      session === undefined
        ? null
        : ({ ...shared.answers, ...own, 'GET /api/session': session } as Record<string, unknown>),
  };
}

/** Sends each call that a page includes, as its first visitor does; returns the answers. */
async function ask(browser: TestBrowser, calls: readonly string[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const call of calls) answers[call] = await (await browser.send('GET', call.slice(4))).json();
  return answers;
}

test('[SF-22] a student’s page brings what its calls would be answered, and is stored nowhere', async () => {
  await makePost(student, 'main-hall', { title: '</script><script>alert(1)</script>' });
  const calls = ['GET /api/session', 'GET /api/campus', 'GET /api/buildings/main-hall', POSTS];
  const asked = await ask(student.browser, calls);
  const { headers, page, answers } = await visit(student.browser, '/building/main-hall');
  expect(answers).toEqual(asked);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-encoding')).toBe('gzip');
  expect(page.match(/<script type="application/g)).toHaveLength(2);
  expect(page).not.toContain('alert(1)</script>');
  const plain = await visit(student.browser, '/building/main-hall', { 'Accept-Encoding': 'identity' });
  // A page that is rendered again has another time.
  const timeless = (text: string) => text.replace(/"now":\d+/, '');
  expect(plain.headers.get('content-encoding')).toBe(null);
  expect(timeless(plain.page)).toBe(timeless(page));
});

test('[SF-22] inbox: brings its viewer’s notifications, outside the part that phones store', async () => {
  const official = await startTestApp({ webFolder: folder, draw, pageTimeout: 1_000, edition: 'official' });
  const reader = await makeAgreedUser(official);
  const calls = ['GET /api/session', 'GET /api/campus', 'GET /api/notifications'];
  drawings.length = 0;
  for (const times of [1, 2]) {
    const { page, answers, shared } = await visit(reader.browser, '/notifications');
    expect(answers).toEqual(await ask(reader.browser, calls));
    expect(Object.keys(shared.answers)).toEqual(['GET /api/campus']);
    // Rendered for each visit, with the three answers.
    expect(page).toContain('<i>/notifications</i>3');
    expect(drawings).toHaveLength(times);
  }
});

test('uncached answers: included too, and missing resources are not', async () => {
  const { answers } = await visit(student.browser, '/building/law-hall');
  expect(Object.keys(answers ?? {})).toContain('GET /api/buildings/law-hall');
  const gone = await visit(student.browser, '/building/nowhere-hall');
  expect(Object.keys(gone.answers ?? {})).toEqual(['GET /api/campus', 'GET /api/session']);
});

test('[SF-22] a visitor’s page brings nothing of students, whatever its address', async () => {
  await ask(student.browser, ['GET /api/campus', POSTS]);
  const ended = await makeUser(testApp);
  const { cookie } = ended.browser;
  await ended.browser.send('DELETE', '/api/session');
  for (const browser of [testApp.browser(), Object.assign(testApp.browser(), { cookie })]) {
    const { answers, shared } = await visit(browser, '/building/main-hall');
    expect(shared.leadsTo).toBe('/login?next=%2Fbuilding%2Fmain-hall');
    expect(Object.keys(answers ?? {})).toEqual(['GET /api/campus', 'GET /api/session']);
    expect(answers?.['GET /api/session']).toEqual({ user: null });
    // The query of a link may be a secret.
    expect((await visit(browser, '/building/main-hall?from=friend')).page).not.toContain('from=friend');
  }
});

test('page: contains its student’s write, and no deleted content', async () => {
  await ask(student.browser, [POSTS]);
  const id = await makePost(student, 'main-hall', { title: '방금 쓴 글' });
  expect(JSON.stringify((await visit(student.browser, '/building/main-hall')).answers?.[POSTS])).toContain(
    id,
  );
  const post = `GET /api/posts/${id}`;
  await ask(student.browser, [post]);
  expect((await visit(student.browser, `/post/${id}`)).answers).toHaveProperty([post]);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [id]);
  // The mark of a fresh write bypasses the cache.
  const { answers } = await visit(student.browser, `/post/${id}`, {
    Cookie: student.browser.cookie + (await freshMark(testApp, student)),
  });
  expect(answers).toHaveProperty(['GET /api/session']);
  expect(answers).not.toHaveProperty([post]);
});

test('[SF-46] page: rendered once for all queries that its screen does not read', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const post = `/post/${await makePost(student)}`;
  drawings.length = 0;
  const pages = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, number) => (await visit(student.browser, `${post}?x=${number}`)).page,
    ),
  );
  expect(drawings).toEqual([post]);
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain(`<i>${post}</i>`);
  drawings.length = 0;
  for (const search of ['?sort=popular&x=1', '?x=2&sort=popular', '?sort=oldest', ''])
    await visit(student.browser, `/board/buildingNotice${search}`);
  expect(drawings).toEqual(['/board/buildingNotice?sort=popular', '/board/buildingNotice']);
});

test('[SF-46] page with much content or a long query: sent without rendering', async () => {
  const id = await makePost(student);
  await testApp.database.change(
    `INSERT INTO replies (id, post_id, number, author_id, body)
     SELECT gen_random_uuid(), $1, number, $2, repeat('긴 댓글 ', 100) FROM generate_series(1, 100) AS number`,
    [id, student.id],
  );
  drawings.length = 0;
  const { page, answers } = await visit(student.browser, `/post/${id}`);
  expect(answers).toHaveProperty([`GET /api/posts/${id}/replies?after=0`]);
  expect(page).toContain('<div id="root"></div>');
  const long = await visit(testApp.browser(), `/login?next=/${'a'.repeat(600)}`);
  expect([long.answers, drawings]).toEqual([null, []]);
});

test('[SF-46] client that used a second of rendering: gets unrendered pages, others rendered ones', async () => {
  const [greedy, other] = [await makeAgreedUser(testApp), await makeAgreedUser(testApp)];
  vi.spyOn(DrawingBudget.prototype, 'has').mockImplementation((asker) => asker !== greedy.id);
  const post = `/post/${await makePost(student)}`;
  drawings.length = 0;
  const [plain, drawn] = [await visit(greedy.browser, post), await visit(other.browser, post)];
  expect(drawings).toEqual([post]);
  expect(plain.page).toContain('<div id="root"></div>');
  expect(drawn.page).toContain(`<i>${post}</i>`);
  expect(plain.answers).toHaveProperty([`GET /api/posts/${post.slice(6)}`]);
});

test('failing or slow database: removes included answers, not the page', async () => {
  // This session is not cached yet.
  const newcomer = await makeAgreedUser(testApp);
  vi.spyOn(testApp.database, 'first').mockRejectedValue(new Error('down'));
  for (const database of ['fails', 'is slow']) {
    if (database === 'is slow')
      vi.spyOn(testApp.database, 'first').mockImplementation(() => sleep(3_000, undefined));
    const { answers, page, headers } = await visit(newcomer.browser, '/');
    expect([database, answers]).toEqual([database, null]);
    expect(page).toContain('<div id="root"></div>');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});
