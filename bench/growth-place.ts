import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadCampus } from '@madang/campus/load-campus';
import { upsertBoards } from '../server/src/features/campus/index.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { migrate } from '../server/src/platform/database/migrate.ts';
import { openPostgres } from '../server/src/platform/database/postgres.ts';
import { createLog } from '../server/src/platform/log/log.ts';
import { startCluster } from '../server/testing/postgres-cluster.ts';
import { signIn } from './place.ts';
import { plantFast, READER, type Planted } from './plant-fast.ts';
import { root, start, stop, type Running } from './processes.ts';

/** A campus of one size, with a server on it that keeps no answers. */
export interface Campus {
  size: number;
  planted: Planted;
  /** How long planting took. */
  seconds: number;
  database: Database;
  server: Running;
  /** Of the reading student. */
  cookie: string;
}

/** Campuses of several sizes on one PostgreSQL, all served at once: what disturbs one disturbs all. */
export async function openCampuses(
  sizes: readonly number[],
): Promise<{ campuses: Campus[]; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'madang-growth-'));
  const cluster = await startCluster();
  const campuses: Campus[] = [];
  const close = async () => {
    for (const { server, database } of campuses) {
      await stop(server);
      await database.close();
    }
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const size of sizes) {
      await cluster.createDatabase(`posts_${size}`);
      const url = cluster.urlOf(`posts_${size}`);
      const startedAt = performance.now();
      const planted = await plant(url, size);
      const seconds = (performance.now() - startedAt) / 1_000;
      const database = openPostgres(url, createLog('silent'), { poolSize: 1 });
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const reader = await database.first<{ id: string }>(`SELECT ${READER} AS id`);
      const cookie = await signIn(client, reader?.id ?? '');
      await client.end();
      const server = await start([join(root, 'server/dist/main.js')], {
        ...process.env,
        DATA_DIR: join(folder, String(size)),
        DATABASE_URL: url,
        DEMO: '0',
        PORT: '0',
        LOG_LEVEL: 'warn',
        LIMITS: 'off',
        KEPT_ANSWERS: 'off',
      });
      campuses.push({ size, planted, seconds, database, server, cookie });
      const { posts, replies, likes, students, megabytes } = planted;
      console.log(
        `${posts} posts, ${replies} replies, ${likes} likes, ${students} students: ${megabytes} MB in ${seconds.toFixed(0)} s`,
      );
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { campuses, close };
}

/** On one connection of its own, whose settings end with it. */
async function plant(url: string, posts: number): Promise<Planted> {
  const database = openPostgres(url, createLog('silent'), { poolSize: 1 });
  try {
    await migrate(database);
    await upsertBoards(database, (await loadCampus(join(root, 'campus'))).boards);
    return await plantFast(database, posts);
  } finally {
    await database.close();
  }
}
