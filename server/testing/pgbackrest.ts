import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPgbackrest } from '../../scripts/system-parts.mjs';
import { ownerPrefix, startCluster, type Cluster } from './postgres-cluster.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/pgbackrest');

/** PostgreSQL with WAL archiving by the files of `deploy/pgbackrest`; only paths, port and key are replaced. */
export interface ArchivedCluster {
  cluster: Cluster;
  /** Runs pgBackRest as PostgreSQL's user, e.g. `pgbackrest('backup', '--type=full')`; returns its output. */
  pgbackrest(...words: string[]): Promise<string>;
  /** Restores a cluster from the archive at that moment, on its own port. */
  restore(moment: string): Promise<Cluster>;
}

/** Starts one with an empty repository in `folder`, which every user must be able to enter. */
export async function startArchivedCluster(folder: string): Promise<ArchivedCluster> {
  const program = findPgbackrest();
  if (!program) throw new Error('pgBackRest is missing: install the package pgbackrest');
  const repository = join(folder, 'pgbackrest');
  const file = join(repository, 'pgbackrest.conf');
  mkdirSync(repository);
  const asOwner = ownerPrefix(repository);
  const cluster = await startCluster({
    settings: (place) => {
      writeArchiveSettings(repository, place);
      return readServerSettings(`${program} --config=${file}`);
    },
  });
  const [command = '', ...parameters] = [
    ...asOwner,
    'env',
    ...USER,
    program,
    `--config=${file}`,
    '--stanza=madang',
  ];
  const pgbackrest = async (...words: string[]) =>
    (await promisify(execFile)(command, [...parameters, ...words], { encoding: 'utf8' })).stdout;
  // Before much is archived: both need the same lock.
  await pgbackrest('stanza-create');
  return {
    cluster,
    pgbackrest,
    restore: (moment) =>
      startCluster({
        fill: async (data) => {
          await pgbackrest('restore', `--pg1-path=${data}`, ...wordsOfMoment(moment));
        },
      }),
  };
}

/** Test clusters have a database user of this name. */
const USER = ['PGBACKREST_PG1_USER=madang'];

/** Writes the shipped `pgbackrest.conf` and the folders it names. */
function writeArchiveSettings(
  repository: string,
  { data, folder, port }: Pick<Cluster, 'data' | 'folder' | 'port'>,
): void {
  const values: Record<string, string> = {
    'repo1-path': join(repository, 'repository'),
    // As in docs/more-machines.md.
    'repo1-cipher-pass': randomBytes(48).toString('base64'),
    'spool-path': join(repository, 'spool'),
    'lock-path': join(repository, 'lock'),
    'log-path': join(repository, 'log'),
    'pg1-path': data,
    'pg1-socket-path': folder,
    'pg1-port': String(port),
  };
  for (const name of ['repository', 'spool', 'lock', 'log']) {
    mkdirSync(join(repository, name));
    ownerPrefix(join(repository, name));
  }
  let text = readFileSync(join(SHIPPED, 'pgbackrest.conf'), 'utf8');
  for (const [name, value] of Object.entries(values)) {
    if (!text.includes(`\n${name}=`)) throw new Error(`pgbackrest.conf says nothing of ${name}`);
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`);
  }
  writeFileSync(join(repository, 'pgbackrest.conf'), text);
}

/** Options that restore a moment to another folder, as in docs/more-machines.md. */
const wordsOfMoment = (moment: string) => [
  '--type=time',
  `--target=${moment}`,
  '--target-action=promote',
  '--archive-mode=off',
];

/** Returns the shipped PostgreSQL settings with the local path of the program. */
function readServerSettings(program: string): string[] {
  return readFileSync(join(SHIPPED, 'postgresql.conf'), 'utf8')
    .split('\n')
    .filter((line) => /^\w/.test(line))
    .map((line) => line.replace(/^(\w+) = '?(.*?)'?$/, '$1=$2').replace('pgbackrest', program));
}
