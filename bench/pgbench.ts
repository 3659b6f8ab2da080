import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../scripts/system-parts.mjs';
import type { Place } from './place.ts';

/** What PostgreSQL does a second with this statement when nothing stands before it; null without pgbench. */
export async function transactionsPerSecond(
  place: Pick<Place, 'url'>,
  query: { sql: string; values: readonly string[] },
  options: { connections: number; seconds: number },
): Promise<number | null> {
  const bin = findPostgres();
  if (!bin) return null;
  const folder = await mkdtemp(join(tmpdir(), 'madang-pgbench-'));
  const file = join(folder, 'query.sql');
  await writeFile(file, query.sql.replaceAll(/\$(\d+)/g, ':value$1'));
  const { stdout } = spawnSync(
    join(bin, 'pgbench'),
    [
      '-n',
      '-M',
      'prepared',
      '-f',
      file,
      '-c',
      String(options.connections),
      '-T',
      String(options.seconds),
      ...query.values.flatMap((value, index) => ['-D', `value${index + 1}=${value}`]),
      place.url,
    ],
    { encoding: 'utf8' },
  );
  await rm(folder, { recursive: true });
  return Math.round(Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? 0));
}
