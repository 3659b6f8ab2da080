import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../../testing/outside/api-client.ts';
import { startArchivedCluster } from '../../testing/pgbackrest.ts';
import { ask, isOpen, until } from './ask.ts';
import { DrillServer } from './drill-server.ts';
import { findWritten, Writers } from './ledger.ts';
import { Meter, NO_ANSWER } from './meter.ts';
import { runOperator } from './operator-process.ts';
import type { PartReport } from './part-report.ts';

/** So few writes that a piece of the log is never full before its minute is over: then the most is lost. */
const [WRITERS, PAUSE] = [3, 400];
/** Of the minute that a piece waits (`archive_timeout`), how much is over when the database is lost. */
const WAITED = 45_000;
/** The minute, and what handing a piece on may take. */
const LOST_AT_MOST = 65_000;
const NEWEST = `SELECT to_char(max(at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS value
  FROM (SELECT created_at AS at FROM replies UNION ALL SELECT created_at FROM posts) AS written`;
const PIECE = 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS value';

/**
 * [SF-33] PostgreSQL and its files are lost under writes, and come back in place by docs/back-to-a-moment.md: what was acknowledged
 * before the newest that came back is there, once; what is younger than that is the log that was not archived yet, and is counted.
 */
export async function loseDatabase(folder: string, print: (line: string) => void): Promise<PartReport> {
  await chmod(folder, 0o711);
  const { cluster, pgbackrest } = await startArchivedCluster(folder);
  await cluster.createDatabase('madang');
  const place = { DATA_DIR: join(folder, 'madang'), DATABASE_URL: cluster.urlOf('madang') };
  const server = new DrillServer(place);
  const next = new DrillServer({ ...place, DEMO: '0' });
  const ledger = join(folder, 'withdrawals.jsonl');
  const failed: string[] = [];
  let writers: Writers | undefined;
  let after: Writers | undefined;
  let counting: NodeJS.Timeout | undefined;
  try {
    await server.start();
    const [writer, leaver] = server.accounts;
    await pgbackrest('check');
    const meter = new Meter();
    writers = await Writers.begin(meter.watch(await server.signIn(writer)), WRITERS, PAUSE);
    await pgbackrest('backup', '--type=full');
    /** How many of each were acknowledged at what time. */
    const counts: { at: number; posts: number; replies: number }[] = [];
    const count = () => {
      const { posts, replies } = writers?.ids ?? { posts: [], replies: [] };
      counts.push({ at: Date.now(), posts: posts.length, replies: replies.length });
    };
    counting = setInterval(count, 100);
    const [piece] = await ask(cluster, PIECE);
    const begun = async () => (await ask(cluster, PIECE))[0] !== piece;
    await until('a piece of the log that ends with its minute', begun, 90_000);
    await sleep(WAITED);
    const body = { password: leaver?.password ?? '' };
    await (await server.signIn(leaver)).ask('POST /api/profile/withdrawal', { body });
    await runOperator(place, 'withdrawals', 'export', ledger);
    await sleep(1_000);

    clearInterval(counting);
    meter.expected = [NO_ANSWER, 503];
    const began = Date.now();
    await cluster.lose();
    count();
    const written = writers.ids;
    writers.abandon();
    await writers.stop().catch(() => {});
    await server.stop('SIGKILL');
    await pgbackrest('restore', '--archive-mode=preserve');
    await cluster.start();
    await until('the end of the recovery', () => isOpen(cluster));
    const [newest = ''] = await ask(cluster, NEWEST);
    const told = await runOperator(place, 'restored', '--withdrawn', ledger);
    if (!told.includes('1 students')) failed.push(`restored: ${told}`);
    await next.start();
    const back = Date.now() - began;

    const client = await next.signIn(writer);
    const must = counts.findLast(({ at }) => at <= Date.parse(newest)) ?? { posts: 0, replies: 0 };
    const early = {
      posts: written.posts.slice(0, must.posts),
      replies: written.replies.slice(0, must.replies),
    };
    const { lost, replies, found } = await findWritten(client, writers.postId, early);
    const young = (await findWritten(client, writers.postId, written)).lost - lost;
    const missing = began - Date.parse(newest);
    print(
      `${written.posts.length + written.replies.length} acknowledged; gone are ${young} of the last ${(missing / 1_000).toFixed(1)} s, whose log was not archived; of the ${must.posts + must.replies} before ${lost} are gone`,
    );
    if (missing > LOST_AT_MOST) failed.push(`${missing} ms are lost, at most ${LOST_AT_MOST}`);
    if (must.posts + must.replies === 0)
      failed.push('nothing was acknowledged before the newest that came back');
    const { status } = await new ApiClient(next.origin).call('POST /api/session', {
      body: leaver ?? { email: '', password: '' },
    });
    if (status !== 401) failed.push(`who withdrew signs in and is answered with ${status}`);

    after = await Writers.begin(meter.watch(client), WRITERS, PAUSE);
    meter.expected = [];
    await pgbackrest('backup', '--type=full');
    await pgbackrest('check');
    await pgbackrest('verify');
    await after.stop();
    const then = await after.close();
    return {
      failed: [...failed, ...meter.failed, ...then.wrongSums],
      lost: lost + then.lost,
      doubled: replies.length - found.size + then.doubled,
      steps: [{ name: 'the loss until a server is back', longestOutage: back }],
    };
  } finally {
    clearInterval(counting);
    writers?.abandon();
    after?.abandon();
    for (const one of [server, next]) await one.stop('SIGKILL');
    await cluster.stop();
  }
}
