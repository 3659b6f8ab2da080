import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { findPostBoards, hidePost, importPosts, showPost } from '../src/features/posts/index.ts';
import { purgeDeleted } from '../src/user-data.ts';
import { makePost, makeUser, PASSWORD, type MadeUser } from '../testing/makers.ts';
import { startTestApp } from '../testing/test-app.ts';

/** The full suite takes more steps, with a random seed. */
const full = process.env['FULL_SUITE'] !== undefined;
const STEPS = full ? 2_000 : 300;
const STEPS_A_RUN = 100;

const testApp = await startTestApp({ edition: 'official' });

const acts = ['write', 'delete', 'undo', 'edit', 'hide', 'restore', 'purge', 'import', 'withdraw'] as const;
type Act = (typeof acts)[number];
interface Step {
  act: Act;
  user: number;
  post: number;
  /** Sent concurrently with the next step. */
  together: boolean;
}

/** Writing and the order-dependent steps are frequent, the end of an account is rare. */
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom<Act>('write', 'delete', 'undo', 'edit') },
    { weight: 8, arbitrary: fc.constantFrom<Act>('hide', 'restore', 'purge', 'import') },
    { weight: 1, arbitrary: fc.constant<Act>('withdraw') },
  ),
  user: fc.nat(2),
  post: fc.nat(9),
  together: fc.boolean(),
});

interface World {
  users: MadeUser[];
  /** Posts by index of their author, in order of writing. */
  posts: string[][];
}

async function take({ act, user, post }: Step, world: World): Promise<void> {
  const author = world.users[user];
  const own = world.posts[user];
  if (!author || !own) return;
  const id = own[post % Math.max(1, own.length)];
  if (act === 'write') {
    const board = post % 3 === 0 ? 'question' : post % 3 === 1 ? 'festival' : 'main-hall';
    own.push(await makePost(author, board, board === 'festival' ? { keywords: ['사진'] } : {}));
  } else if (act === 'withdraw') {
    await author.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    world.users[user] = await makeUser(testApp);
    world.posts[user] = [];
  } else if (act === 'import') {
    // One new post, and a known one, perhaps deleted or purged, which is not imported again.
    const ids = [randomUUID(), ...(id ? [id] : [])];
    await importUnknown(author, ids);
    own.push(...ids.slice(0, 1));
  } else if (act === 'purge') {
    await testApp.database.change(
      `UPDATE posts SET deleted_at = deleted_at - interval '8 days' WHERE id = $1`,
      [id],
    );
    await purgeDeleted(testApp.database);
  } else if (id) await change(act, author, id);
}

/** Imports posts without awards: their points are part of the author's total. */
async function importUnknown(author: MadeUser, ids: readonly string[]): Promise<void> {
  const known = await findPostBoards(testApp.database, ids);
  const posts = ids
    .filter((id) => !known.has(id))
    .map((id) => ({
      id,
      sourceId: `document ${id}`,
      buildingId: 'main-hall',
      authorId: author.id,
      title: '옮겨 온 글',
      body: '본문',
      keywords: [],
      pictures: [],
      createdAt: new Date(),
      likerIds: [],
      scrapperIds: [],
    }));
  await testApp.database.transaction((transaction) => importPosts(transaction, posts));
}

async function change(act: Act, { browser }: MadeUser, id: string): Promise<void> {
  const path = { id };
  if (act === 'delete') await browser.call('DELETE /api/posts/{id}', { path });
  if (act === 'undo') await browser.call('POST /api/posts/{id}/undo-deletion', { path });
  if (act === 'edit') {
    const { body: now, problem } = await browser.call('GET /api/posts/{id}/edit', { path });
    if (problem) return;
    const body = { revision: now.revision, title: now.title, body: `${now.body}.`, keywords: now.keywords };
    await browser.call('PUT /api/posts/{id}', { path, body });
  }
  if (act === 'hide') await testApp.database.transaction((transaction) => hidePost(transaction, id));
  if (act === 'restore') await testApp.database.transaction((transaction) => showPost(transaction, id));
}

/** Invariants without concurrent writes: each query must return no row. */
const WRONG = `
  SELECT 'sum of the ledger is not the points' AS what, users.id FROM users
   WHERE points <> (SELECT coalesce(sum(points), 0) FROM point_awards WHERE user_id = users.id)
  UNION ALL
  SELECT 'a post that was not deleted has not its one award', posts.id
    FROM posts JOIN buildings ON buildings.id = building_id
   WHERE deleted_at IS NULL AND author_id IS NOT NULL AND source_id IS NULL
     AND (SELECT coalesce(sum(points), 0) FROM point_awards WHERE posts.id IN (post_id, about_post_id))
         <> CASE kind WHEN 'building' THEN 50 WHEN 'festival' THEN 30 ELSE 0 END
  UNION ALL
  SELECT 'a deleted post still earns', posts.id FROM posts
   WHERE deleted_at IS NOT NULL
     AND (SELECT coalesce(sum(points), 0) FROM point_awards WHERE posts.id IN (post_id, about_post_id)) <> 0
  UNION ALL
  SELECT 'a deleted post can be seen', id FROM posts WHERE deleted_at IS NOT NULL AND hidden_at IS NULL`;

test(`[OW-07] ${STEPS} random steps, some concurrent: one award per remaining post, points are the sum`, async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: STEPS_A_RUN, maxLength: STEPS_A_RUN }),
    async (steps) => {
      const users = [await makeUser(testApp), await makeUser(testApp), await makeUser(testApp)];
      const world: World = { users, posts: [[], [], []] };
      let under: Promise<void>[] = [];
      for (const one of steps) {
        // A withdrawal would end the session of concurrent steps.
        if (one.act === 'withdraw') await Promise.all(under);
        under.push(take(one, world));
        if (one.together && one.act !== 'withdraw') continue;
        await Promise.all(under);
        under = [];
      }
      await Promise.all(under);
      expect(await testApp.database.rows(WRONG)).toEqual([]);
    },
  );
  await fc.assert(property, {
    numRuns: STEPS / STEPS_A_RUN,
    endOnFailure: true,
    seed: full ? Date.now() : 1,
  });
}, 300_000);

test('[OW-07] claims about the ledger: can fail', async () => {
  const user = await makeUser(testApp);
  await makePost(user);
  await testApp.database.change('UPDATE users SET points = points + 1 WHERE id = $1', [user.id]);
  expect(await testApp.database.rows(WRONG)).toEqual([
    { what: 'sum of the ledger is not the points', id: user.id },
  ]);
  expect(inject('engine')).toMatch(/embedded|postgres/);
});
