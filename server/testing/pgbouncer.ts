import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPgbouncer } from '../../scripts/system-parts.mjs';
import { CONNECTION_SETTING } from '../src/platform/database/postgres.ts';
import { findFreePort, ownerPrefix } from './postgres-cluster.ts';

/** A real PgBouncer before the PostgreSQL of `url`; `settings` are lines of its own configuration. */
export async function startPgbouncer(url: string, settings: readonly string[]) {
  const program = findPgbouncer();
  if (!program) throw new Error('PgBouncer is missing: install the package pgbouncer');
  const { hostname, port, username, pathname } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'madang-pgbouncer-'));
  const ownPort = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `admin_users = ${username}`,
    ...settings,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const [command = '', ...parameters] = [...ownerPrefix(folder), program, '--quiet', file];
  chmodSync(file, 0o644);
  const serve = async () => {
    const child = spawn(command, parameters, { stdio: 'ignore' });
    const ended = once(child, 'exit');
    for (let attempt = 0; !(await canConnect(ownPort)); attempt += 1) {
      if (attempt > 100 || child.exitCode !== null) throw new Error('PgBouncer did not start');
      await sleep(50);
    }
    return { child, ended };
  };
  let { child, ended } = await serve();
  return {
    url: `postgres://${username}@127.0.0.1:${ownPort}${pathname}`,
    /** Says something in the pooler's own console. */
    async command(words: string) {
      const client = new pg.Client(`postgres://${username}@127.0.0.1:${ownPort}/pgbouncer`);
      await client.connect();
      await client.query(words);
      await client.end();
    },
    /** Ends it at once; {@link start} brings it back on its port. */
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async start() {
      ({ child, ended } = await serve());
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One in transaction mode whose connections begin with what `operator database prepare` gives them, whatever the database. */
export async function startPreparedPgbouncer(url: string, settings: readonly string[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`ALTER ROLE CURRENT_USER SET ${CONNECTION_SETTING.name} = ${CONNECTION_SETTING.value}`);
  await client.end();
  return startPgbouncer(url, ['pool_mode = transaction', ...settings]);
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
  });
}
