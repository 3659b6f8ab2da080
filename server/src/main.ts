import cluster from 'node:cluster';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError, isSupervised, readConfig } from './config.ts';
import { ListenError } from './listen.ts';
import { DatabaseError } from './platform/database/database.ts';
import { FolderLockedError } from './platform/database/folder-lock.ts';
import { NewerDatabaseError } from './platform/database/migrate.ts';
import { serve } from './serve.ts';
import { supervise } from './supervise.ts';
import { readPlace, tellReady } from './supervised.ts';

/** This program as it was named at the start: a link that a deploy has led elsewhere is followed anew by a reload. */
function findProgram(): string {
  const here = fileURLToPath(import.meta.url);
  const named = process.argv[1] ?? here;
  // `npm start` names a script that builds and then loads this one.
  return realpathSync(named) === here ? named : here;
}

try {
  const config = readConfig(process.env);
  const place = readPlace();
  const announcement =
    cluster.isPrimary && isSupervised(config)
      ? await supervise(config, findProgram())
      : await serve(config, place);
  if (place) tellReady(announcement ?? '');
  else if (announcement) console.log(announcement);
} catch (error) {
  const expected = [ConfigError, FolderLockedError, NewerDatabaseError, ListenError, DatabaseError];
  const known = expected.some((kind) => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exit(1);
}
