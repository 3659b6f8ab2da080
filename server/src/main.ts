import { ConfigError, readConfig } from './config.ts';
import { ListenError } from './listen.ts';
import { DatabaseError } from './database/database.ts';
import { FolderLockedError } from './database/folder-lock.ts';
import { NewerDatabaseError } from './database/migrate.ts';
import { serve } from './serve.ts';

try {
  console.log(await serve(readConfig(process.env)));
} catch (error) {
  const expected = [ConfigError, FolderLockedError, NewerDatabaseError, ListenError, DatabaseError];
  const known = expected.some((kind) => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exit(1);
}
