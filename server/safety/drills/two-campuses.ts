import { get } from 'node:http';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAnotherCampus, writeAnotherCampus } from '../../testing/another-campus.ts';
import type { ApiClient } from '../../testing/outside/api-client.ts';
import { startCluster, type Cluster } from '../../testing/postgres-cluster.ts';
import { behindNginx, startShippedNginx, type ShippedNginx } from '../../testing/shipped-nginx.ts';
import { DrillServer } from './drill-server.ts';
import { Load } from './load.ts';
import type { PartReport } from './part-report.ts';

const INSTALLATIONS = ['madang', 'hanbit'] as const;
/** A call of the campus that stays may wait so much longer while the other one dies and comes back, in milliseconds. */
const NOTICED = 1_000;

/**
 * Two campuses behind one nginx, each an installation of its own: server, PostgreSQL, folders and name. One is killed with its database,
 * and started again, while students of the other one read, write and follow a post: they notice nothing. What one
 * campus knows opens nothing at the other.
 */
export async function killOneCampus(
  folder: string,
  { away, print = () => {} }: { away: number; print?: (line: string) => void },
): Promise<PartReport & { acknowledged: number }> {
  const nginx = await startShippedNginx('hanbit');
  const campuses: Campus[] = [];
  let load: Load | undefined;
  let stream: Awaited<ReturnType<typeof follow>> | undefined;
  try {
    for (const installation of INSTALLATIONS)
      campuses.push(await openCampus(installation, join(folder, installation), nginx));
    const [staying, killed] = campuses as [Campus, Campus];
    print('PostgreSQL and a server for each of two campuses, one nginx with deploy/nginx.conf twice');
    const failed = await findShared(killed, staying);
    load = await Load.begin(staying.client, 200, print);
    stream = await follow(staying, load.writers.postId);
    await load.step('both serving', () => sleep(away));
    await load.step('one campus is killed, its PostgreSQL too', async () => {
      await killed.server.stop('SIGKILL');
      await killed.cluster.stopImmediately();
      await sleep(away);
      const { status } = await killed.client.send('GET', '/api/posts/latest');
      if (status !== 503) failed.push(`the killed campus answered ${status}`);
    });
    await load.step('it is started again', async () => {
      await killed.cluster.start();
      await killed.server.start();
      const { status } = await killed.client.send('GET', '/api/posts/latest');
      if (status !== 200) failed.push(`the campus that came back answered ${status}`);
    });
    const { failed: calls, ...report } = await load.close();
    const heard = stream.close();
    if (heard.ended) failed.push('a stream of the campus that stayed ended');
    if (heard.replies < load.writers.ids.replies.length)
      failed.push(`the stream brought ${heard.replies} of ${load.writers.ids.replies.length} replies`);
    for (const { name, longestOutage } of report.steps)
      if (longestOutage > NOTICED) failed.push(`${name}: the other campus waited ${longestOutage} ms`);
    return { ...report, failed: [...calls, ...failed] };
  } finally {
    load?.abandon();
    stream?.close();
    for (const { server, cluster } of campuses) {
      await server.stop('SIGKILL');
      await cluster.stop();
    }
    await nginx.stop();
  }
}

interface Campus {
  server: DrillServer;
  cluster: Cluster;
  socket: string;
  /** Signed in with a demo account, through nginx. */
  client: ApiClient;
}

async function openCampus(
  installation: (typeof INSTALLATIONS)[number],
  folder: string,
  nginx: ShippedNginx,
): Promise<Campus> {
  const cluster = await startCluster();
  await cluster.createDatabase('madang');
  const socket = nginx.socketOf('blue', installation);
  const settings: Record<string, string> = {
    ...behindNginx(installation),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: cluster.urlOf('madang'),
    SOCKET: socket,
  };
  await mkdir(folder, { recursive: true });
  if (installation !== 'madang') {
    settings['CAMPUS'] = join(folder, 'campus');
    await writeAnotherCampus(settings['CAMPUS'], makeAnotherCampus(4));
  }
  const server = new DrillServer(settings);
  await server.start();
  const client = nginx.client(undefined, installation);
  await client.ask('POST /api/session', { body: server.accounts[0] ?? { email: '', password: '' } });
  return { server, cluster, socket, client };
}

/** What one campus gives away at the other: nothing, or it is said here, one line each. */
async function findShared(giving: Campus, other: Campus): Promise<string[]> {
  const shared: string[] = [];
  const [one] = (await giving.client.call('GET /api/posts/latest', {})).body.posts;
  const unknown = await other.client.send('GET', `/api/posts/${one?.id}`);
  if (!one || unknown.status !== 404) shared.push(`a post of the other campus: ${unknown.status}`);
  const own = other.client.cookie;
  other.client.cookie = giving.client.cookie;
  const session = await other.client.send('GET', '/api/profile');
  other.client.cookie = own;
  if (session.status !== 401) shared.push(`a session of the other campus: ${session.status}`);
  const account = giving.server.accounts[0] ?? { email: '', password: '' };
  const { status } = await other.client.send('POST', '/api/session', { json: account });
  if (status !== 401) shared.push(`an account of the other campus: ${status}`);
  const names = await Promise.all(
    [giving, other].map(async ({ client }) => (await client.send('GET', '/')).text()),
  );
  if (!names[0]?.includes('한빛대학교') || !names[1]?.includes('고려대학교'))
    shared.push('a page shows the other campus');
  return shared;
}

/** Follows the replies of a post at the server itself. */
async function follow({ socket, client }: Campus, postId: string) {
  const heard = { replies: 0, ended: false };
  const headers = { Cookie: client.cookie, Host: new URL(client.origin).host };
  const request = get({ socketPath: socket, path: `/api/posts/${postId}/replies/live?after=0`, headers });
  request.on('response', (answer) => {
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => (heard.replies += text.split('event: reply\n').length - 1));
    answer.on('close', () => (heard.ended = true));
  });
  request.on('error', () => (heard.ended = true));
  return {
    close() {
      const found = { ...heard };
      request.destroy();
      return found;
    },
  };
}
