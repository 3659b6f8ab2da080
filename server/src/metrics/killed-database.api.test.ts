import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { readMetrics } from '../../testing/read-metrics.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../open.ts';
import { createLog } from '../log/log.ts';
import { Metrics } from './metrics.ts';

test('killed database: reported in time; everything else works, and it recovers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'madang-metrics-'));
  const cluster = await startCluster();
  const config = readConfig({ DATABASE_URL: cluster.urlOf('postgres'), DATA_DIR: folder });
  const database = await openDatabase(config, createLog('silent'));
  const own = new Metrics({ version: '1', edition: 'beta' });
  own.watch({
    database,
    cache: { hits: 7, misses: 0 },
    readDisk: async () => null,
    readBackups: async () => ({ age: 1, untried: 1 }),
    readCertificate: () => null,
  });
  expect(readMetrics(await own.render())).toMatchObject({ madang_database_up: 1, madang_mails_waiting: 0 });
  await cluster.stopImmediately();
  await expect
    .poll(async () => readMetrics(await own.render())['madang_database_up'], { timeout: 9_000 })
    .toBe(0);
  const began = performance.now();
  const numbers = readMetrics(await own.render());
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(numbers).toMatchObject({ madang_database_up: 0, madang_cache_hits_total: 7 });
  expect(numbers).not.toHaveProperty('madang_mails_waiting');
  expect(numbers).not.toHaveProperty('madang_backup_age_seconds');
  await cluster.start();
  await expect
    .poll(async () => readMetrics(await own.render())['madang_database_up'], { timeout: 15_000 })
    .toBe(1);
  await database.close();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});
