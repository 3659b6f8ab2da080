import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { makePostBody } from '../../testing/makers.ts';
import { ApiClient } from '../../testing/outside/api-client.ts';
import { type ArchivedCluster, startArchivedCluster } from '../../testing/pgbackrest.ts';
import type { Cluster } from '../../testing/postgres-cluster.ts';
import { DrillServer } from './drill-server.ts';
import { Follower } from './follower.ts';
import { Load } from './load.ts';
import { runOperator } from './operator-process.ts';
import type { PartReport } from './part-report.ts';

const BOARD = 'science-library';
const SCRIPT = join(import.meta.dirname, '../../../deploy/pgbackrest/bring-board-back');

/**
 * [SF-33] Under load, a board is emptied and removed by mistake; afterwards students withdraw and delete.
 * Restores the earlier state next to the running system by docs/more-machines.md and copies the board back.
 * The running system is not disturbed, and deleted students and posts stay deleted.
 */
export async function backToAMoment(folder: string, print: (line: string) => void): Promise<PartReport> {
  // PostgreSQL's user must be able to enter it.
  await chmod(folder, 0o711);
  const archived = await startArchivedCluster(folder);
  const { cluster, pgbackrest } = archived;
  await cluster.createDatabase('madang');
  const DATABASE_URL = cluster.urlOf('madang');
  const place = { DATA_DIR: join(folder, 'madang'), DATABASE_URL, EDITION: 'official' };
  const server = new DrillServer(place);
  const failed: string[] = [];
  const ends: (() => unknown)[] = [() => cluster.stop(), () => server.stop('SIGKILL')];
  try {
    await server.start();
    const [writer, leaver] = server.accounts;
    const client = await server.signIn(writer);
    await fillBoard(client);
    // Another client: the load counts every call of its client.
    const looker = await server.signIn(writer);
    await pgbackrest('check');
    const load = await Load.begin(client, 100, print);
    const follower = new Follower(server.origin, load.writers.postId, client.cookie);
    ends.push(
      () => load.abandon(),
      () => follower.abandon(),
    );
    // Written and deleted under load, so that the points are unchanged at the end.
    const rows = {
      deleted: await write(looker, 'main-hall', '지울 글'),
      purged: await write(looker, 'main-hall', '비울 글'),
    };
    await load.step('a full backup is made', () => pgbackrest('backup', '--type=full'));
    await load.step('a differential backup is made', () => pgbackrest('backup', '--type=diff'));

    // A restore needs a backup that ended at least a second before.
    await sleep(1_500);
    const board = await readBoard(looker);
    const was = { board: board.ids, written: load.writers.ids, account: writer, leaver, ...rows };
    const [moment = ''] = await ask(cluster, 'SELECT clock_timestamp()::text AS value');
    await sleep(1_500);
    await load.step('a board is emptied and removed by mistake', () => loseBoard(cluster, place));
    compare(failed, 'the board after the mistake', (await readBoard(looker)).status, 404);
    await load.step('a student withdraws, posts are deleted, and one is purged', async () => {
      await server.withdraw(leaver);
      await deletePosts(looker, cluster, rows);
    });
    const scene: Scene = { folder, archived, place, load, looker, failed, print, ends };
    const second = await openOldState(scene, moment);
    failed.push(...(await lookAtOldState(second.server, client.cookie, was)));
    await bringBoardBack(scene, second.url, board);
    await load.step('the repository is verified', () => pgbackrest('verify'));
    const report = await load.close();
    failed.push(...(await follower.close(load.writers.ids.replies)));
    return { ...report, failed: [...report.failed, ...failed] };
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

interface Scene {
  folder: string;
  archived: ArchivedCluster;
  place: Record<'DATA_DIR' | 'DATABASE_URL' | 'EDITION', string>;
  load: Load;
  /** Client that checks the students' view. */
  looker: ApiClient;
  failed: string[];
  print: (line: string) => void;
  /** Cleanup functions, run in reverse order. */
  ends: (() => unknown)[];
}

/** Restores the earlier state next to the running system and starts a server on it. */
async function openOldState({ folder, archived, place, load, failed, print, ends }: Scene, moment: string) {
  const ledger = join(folder, 'withdrawals.jsonl');
  const url = await load.step('the moment before is restored beside it', async () => {
    await runOperator(place, 'withdrawals', 'export', ledger);
    await archived.pgbackrest('check');
    const restored = await archived.restore(moment);
    ends.push(() => restored.stop());
    await until('the end of the recovery', () => isOpen(restored));
    return restored.urlOf('madang');
  });
  const old = { ...place, DATA_DIR: join(folder, 'beside'), DATABASE_URL: url, DEMO: '0' };
  const told = await runOperator(old, 'restored', '--withdrawn', ledger);
  print(told.trimEnd().split('\n').slice(0, 3).join(' '));
  if (!told.includes('1 students') || !told.includes('2 deleted again, 1 purged'))
    failed.push(`restored: ${told}`);
  const server = new DrillServer(old);
  ends.push(() => server.stop('SIGKILL'));
  await load.step('a second server is started on it', () => server.start());
  return { server, url };
}

/** Copies the board from the old state into the running system; a second try is refused. */
async function bringBoardBack({ place, load, looker, failed, print }: Scene, from: string, board: Board) {
  const bringBack = () => promisify(execFile)(SCRIPT, [BOARD, from, place.DATABASE_URL]);
  const { stdout } = await load.step('the board is brought back into the running system', bringBack);
  print(stdout.trim());
  await sleep(1_500);
  compare(failed, 'the board that is back', await readBoard(looker), board);
  const again = await bringBack().then(
    () => 'done once more',
    () => 'refused',
  );
  compare(failed, 'bringing it back again', [again, await readBoard(looker)], ['refused', board]);
}

function compare(failed: string[], what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    failed.push(`${what}: ${cut(found)} in place of ${cut(wanted)}`);
}

const cut = (value: unknown) => JSON.stringify(value).slice(0, 300);

type Account = DrillServer['accounts'][number];

interface Board {
  status: number;
  ids: string[];
  posts: string[];
}

interface Rows {
  deleted: string;
  purged: string;
}

async function write(client: ApiClient, buildingId: string, title: string): Promise<string> {
  const body = makePostBody({ title, body: `${title}의 본문` });
  const { post } = await client.ask('POST /api/buildings/{buildingId}/posts', { path: { buildingId }, body });
  return post.id;
}

/** Deletes the content of the board, then the board. */
async function loseBoard(cluster: Cluster, place: Record<string, string>): Promise<void> {
  const posts = `posts WHERE building_id = '${BOARD}'`;
  await ask(cluster, `DELETE FROM uploads WHERE post_id IN (SELECT id FROM ${posts})`);
  await ask(cluster, `DELETE FROM ${posts}`);
  await runOperator(place, 'building', 'remove', BOARD, '--reason', '착오');
}

/** Deletes both posts and ages the second, so that it is purged. */
async function deletePosts(client: ApiClient, cluster: Cluster, { deleted, purged }: Rows): Promise<void> {
  for (const id of [deleted, purged]) await client.ask('DELETE /api/posts/{id}', { path: { id } });
  await ask(cluster, `UPDATE posts SET deleted_at = deleted_at - interval '8 days' WHERE id = '${purged}'`);
  await ask(cluster, `UPDATE jobs SET due_at = now() WHERE kind = 'purgeDeleted'`);
  await until('the purge', async () => {
    const [body] = await ask(cluster, `SELECT body AS value FROM posts WHERE id = '${purged}'`);
    return body === '';
  });
}

/** Adds posts with replies and likes to the board. */
async function fillBoard(client: ApiClient): Promise<void> {
  for (let number = 1; number <= 20; number += 1) {
    const id = await write(client, BOARD, `과학도서관 글 ${number}`);
    await client.ask('PUT /api/posts/{id}/like', { path: { id } });
    for (const text of ['첫 댓글', '둘째 댓글'])
      await client.ask('POST /api/posts/{id}/replies', {
        path: { id },
        body: { id: uuidv7(), body: `${text} ${number}` },
      });
  }
}

/**
 * Returns the board as students see it.
 * Includes likes of own posts only: withdrawn students take their likes along.
 */
async function readBoard(client: ApiClient): Promise<Board> {
  const posts: Awaited<ReturnType<typeof readPage>>['body']['posts'] = [];
  let status = 200;
  for (let cursor: string | undefined, more = true; more;) {
    const page = await readPage(client, cursor);
    status = page.status;
    if (status !== 200) break;
    posts.push(...page.body.posts);
    cursor = page.body.nextCursor ?? undefined;
    more = cursor !== undefined;
  }
  const lines = posts.map(
    ({ id, title, preview, replyCount, likeCount }) =>
      `${id} ${title} ${preview} ${replyCount} ${title.startsWith('과학도서관 글') ? likeCount : ''}`,
  );
  return { status, ids: posts.map(({ id }) => id), posts: lines };
}

const readPage = (client: ApiClient, cursor: string | undefined) =>
  client.call('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId: BOARD },
    query: cursor === undefined ? {} : { cursor },
  });

/** Returns the faults of the restored state: missing content, and content that must not exist. */
async function lookAtOldState(
  server: DrillServer,
  oldCookie: string,
  was: Rows & {
    board: readonly string[];
    written: { posts: string[]; replies: string[] };
    account: Account | undefined;
    leaver: Account | undefined;
  },
): Promise<string[]> {
  const wrong: string[] = [];
  const statusOf = async (client: ApiClient, path: string) => (await client.send('GET', path)).status;
  const before = new ApiClient(server.origin);
  before.cookie = oldCookie;
  if ((await statusOf(before, '/api/profile')) !== 401) wrong.push('an old session is good');
  const status = await server.trySignIn(was.leaver);
  if (status !== 401) wrong.push(`who withdrew signs in and is answered with ${status}`);
  const client = await server.signIn(was.account);
  const { ids } = await readBoard(client);
  if (ids.join() !== was.board.join()) wrong.push(`the board has ${ids.length} of ${was.board.length} posts`);
  for (const id of [was.deleted, was.purged])
    if ((await statusOf(client, `/api/posts/${id}`)) !== 404) wrong.push(`a deleted post is back: ${id}`);
  for (const id of was.written.posts)
    if ((await statusOf(client, `/api/posts/${id}`)) !== 200)
      wrong.push(`a post before the moment is not there`);
  return wrong;
}

/** Returns the column `value` of a query's result. */
async function ask(
  cluster: Pick<Cluster, 'urlOf'> | undefined,
  query: string,
  database = 'madang',
): Promise<string[]> {
  const client = new pg.Client({ connectionString: cluster?.urlOf(database) });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(query);
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

/** Waits until the condition holds; fails after `timeout` milliseconds. */
async function until(what: string, come: () => Promise<boolean>, timeout = 60_000): Promise<void> {
  for (const end = Date.now() + timeout; !(await come());) {
    if (Date.now() > end) throw new Error(`${what} never came`);
    await sleep(200);
  }
}

/** True once a restored cluster has reached its target time. */
const isOpen = async (cluster: Pick<Cluster, 'urlOf'> | undefined): Promise<boolean> =>
  (await ask(cluster, 'SELECT pg_is_in_recovery()::text AS value'))[0] === 'false';
