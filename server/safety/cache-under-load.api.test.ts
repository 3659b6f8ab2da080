import { v7 as uuidv7 } from 'uuid';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { openBuiltWeb } from '../testing/built-web.ts';
import { freshMark } from '../testing/fresh-mark.ts';
import { makeAgreedUser, makePost, type MadeUser } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Concurrent writers and readers, on two processes if the engine allows them. A ledger of acknowledged writes checks
// every answer.

const WRITERS = 8;
const READERS = 8;
const LOAD_FOR = 4_000;
/** Minimum rounds of each user, to make a busy machine test as much. */
const TURNS_MIN = 12;
const LATE_MAX = 30;
/** Maximum age of an answer in ms, and the tolerance for reading and rounding two clocks. */
const OLD_MAX = 1_000;
const ROUNDING = 5;

let testApps: TestApp[];
beforeAll(async () => {
  const first = await startTestApp(await openBuiltWeb());
  testApps = inject('engine') === 'postgres' ? [first, await first.another()] : [first];
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => testApps[0]?.close());

/** Writes to a post with the times of their acknowledgements; Infinity until then. */
interface Ledger {
  post: string;
  replies: number[];
  likes: { at: number; count: number }[];
}

/** Delays results of the database, so that writes often overtake reads. */
function slowDown({ database }: TestApp): void {
  const first = database.first.bind(database) as (
    ...call: Parameters<typeof database.first>
  ) => Promise<never>;
  vi.spyOn(database, 'first').mockImplementation(async (...call) => {
    const row = await first(...call);
    await sleep(Math.random() * LATE_MAX);
    return row;
  });
}

/** Returns a user's browser at one of the processes. */
function at(user: MadeUser, turn: number): MadeUser {
  const browser = (testApps[turn % testApps.length] as TestApp).browser();
  browser.cookie = user.browser.cookie;
  return { ...user, browser };
}

async function read<Body>(user: MadeUser, path: string, mark = ''): Promise<Body> {
  const headers = { Cookie: user.browser.cookie + mark };
  const answer = await user.browser.send('GET', path, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return (path.startsWith('/api/') ? await answer.json() : readPage(await answer.text())) as Body;
}

/** Returns the card in a page; null if the page was rendered without it. */
function readPage(page: string): Omit<Card, 'id'> | null {
  const count = (pattern: RegExp) => Number(pattern.exec(page)?.[1] ?? Number.NaN);
  const shared = JSON.parse(/id="shared">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}') as Shared;
  if (shared.now === undefined) return null;
  const [post] = Object.entries(shared.answers).flatMap(([call, answer]) =>
    /^GET \/api\/posts\/[^/]+$/.test(call) ? [answer] : [],
  );
  const likeCount = count(/aria-label="좋아요 (\d+)"/);
  expect(likeCount).toBe(post?.likeCount);
  return { likeCount, replyCount: count(/<h2[^>]*>댓글<!-- --> <span[^>]*>(\d+)</) };
}

interface Shared {
  now?: number;
  answers: Record<string, Card>;
}

interface Card {
  id: string;
  likeCount: number;
  replyCount: number;
}

const BOARDS = [
  '/api/posts/latest',
  '/api/buildings/main-hall/posts',
  '/api/buildings/main-hall/posts?order=popular',
];

/** Every address that shows the post, and how to find it in the answer. */
const showing = (post: string) => [
  { path: `/api/posts/${post}`, find: (body: unknown) => body as Card },
  { path: `/post/${post}`, find: (body: unknown) => body as Card | null },
  ...BOARDS.map((path) => ({
    path,
    find: (body: unknown) => (body as { posts: Card[] }).posts.find(({ id }) => id === post),
  })),
];

/** Replies and likes alternately; reads each back at once from the same process. */
async function write(user: MadeUser, ledger: Ledger, until: number): Promise<void> {
  for (let turn = 0; turn < TURNS_MIN || performance.now() < until; turn += 1) {
    if (turn % 2 === 0) {
      const body = { id: uuidv7(), body: '여기 자리 있어요' };
      const answer = await user.browser.call('POST /api/posts/{id}/replies', {
        path: { id: ledger.post },
        body,
      });
      expect(answer.status).toBe(201);
      ledger.replies.push(performance.now());
    } else {
      const liked = turn % 4 === 1;
      const entry = { at: Infinity, count: liked ? 1 : 0 };
      ledger.likes.push(entry);
      const name = liked ? 'PUT /api/posts/{id}/like' : 'DELETE /api/posts/{id}/like';
      const { body } = await user.browser.call(name, { path: { id: ledger.post } });
      expect(body.likeCount).toBe(entry.count);
      entry.at = performance.now();
    }
    const { path, find } = showing(ledger.post)[turn % 5] as ReturnType<typeof showing>[number];
    const card = find(await read(user, path));
    if (card === null) continue;
    expect([path, card?.replyCount]).toEqual([path, ledger.replies.length]);
    expect([path, card?.likeCount]).toEqual([path, ledger.likes.at(-1)?.count ?? 0]);
    const { replies } = await read<{ replies: unknown[] }>(user, `/api/posts/${ledger.post}/replies`);
    expect(replies).toHaveLength(Math.min(ledger.replies.length, 200));
  }
}

/** Reads addresses of the posts; returns the number of answers checked against the ledgers. */
async function watch(user: MadeUser, ledgers: readonly Ledger[], until: number): Promise<number> {
  let answers = 0;
  for (let turn = 0; turn < TURNS_MIN || performance.now() < until; turn += 1) {
    const ledger = ledgers[turn % ledgers.length] as Ledger;
    const { path, find } = showing(ledger.post)[turn % 5] as ReturnType<typeof showing>[number];
    const asked = performance.now();
    const card = find(await read(user, path));
    if (card === null) continue;
    drawn += Number(!path.startsWith('/api/'));
    const settled = asked - OLD_MAX - ROUNDING;
    expect([path, card?.replyCount]).toEqual([
      path,
      expect.toSatisfy((count) => count >= countUntil(ledger, settled)),
    ]);
    // Only its own writer likes the post: possible states are the current and the last earlier one.
    const possible = ledger.likes.filter((_, index) => (ledger.likes[index + 1]?.at ?? Infinity) >= settled);
    const early = (ledger.likes[0]?.at ?? Infinity) >= settled;
    const counts = new Set([...possible.map(({ count }) => count), ...(early ? [0] : [])]);
    expect([path, counts.has(card?.likeCount ?? -1)]).toEqual([path, true]);
    answers += 1;
  }
  return answers;
}

const countUntil = ({ replies }: Ledger, time: number) =>
  replies.filter((acknowledged) => acknowledged < time).length;

/** Rendered pages checked against the ledger. */
let drawn = 0;

/** Returns the number of answers checked against the ledger. */
async function run(): Promise<number> {
  drawn = 0;
  for (const testApp of testApps) slowDown(testApp);
  const [first] = testApps as [TestApp];
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => makeAgreedUser(first)));
  const readers = await Promise.all(Array.from({ length: READERS }, () => makeAgreedUser(first)));
  const ledgers: Ledger[] = [];
  for (const writer of writers) ledgers.push({ post: await makePost(writer), replies: [], likes: [] });
  // Lists cached earlier may lack the posts for this time.
  await sleep(OLD_MAX);
  const until = performance.now() + LOAD_FOR;
  const [answers] = await Promise.all([
    Promise.all(readers.map((reader, turn) => watch(at(reader, turn), ledgers, until))),
    ...writers.map((writer, turn) => write(at(writer, turn), ledgers[turn] as Ledger, until)),
  ]);
  const ended = performance.now();

  // Reads past the cache of one process, while the other is unchanged.
  expect(drawn).toBeGreaterThan(0);
  const shown = ledgers.flatMap(({ post }) => showing(post).map(({ path }) => path));
  const paths = [...new Set(shown)].filter((path) => path.startsWith('/api/'));
  const [reader] = readers as [MadeUser];
  const truth = new Map<string, unknown>();
  const mark = await freshMark(first, reader);
  for (const path of paths) truth.set(path, await read(at(reader, 0), path, mark));
  for (const turn of testApps.keys()) {
    for (const path of paths) {
      let asked = performance.now();
      while (JSON.stringify(await read(at(reader, turn), path)) !== JSON.stringify(truth.get(path))) {
        expect(asked - ended).toBeLessThan(1_200);
        await sleep(20);
        asked = performance.now();
      }
    }
  }
  return answers.reduce((sum, count) => sum + count, 0);
}

test('[SF-45] under load: writers read their own writes at once, others nothing older than a second', async () => {
  expect(await run()).toBeGreaterThanOrEqual(READERS * TURNS_MIN);
});

test.runIf(inject('engine') === 'postgres')(
  'under load without messages between processes: the same',
  async () => {
    for (const { database } of testApps) vi.spyOn(database, 'notify').mockResolvedValue();
    expect(await run()).toBeGreaterThanOrEqual(READERS * TURNS_MIN);
  },
);
