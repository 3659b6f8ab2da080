// The dumps of all releases detect a released migration that changed, or that loses or rewrites a row. `npm run
// release:dump` writes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { readBulletin, readOldBulletin } from '../testing/bulletins.ts';
import { listEmptyTables } from '../testing/every-table.ts';
import { schemaOf } from '../testing/schema-of.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { listContents, openRelease, readContent, releases } from '../testing/worlds.ts';

const changelog = readFileSync(join(serverFolder(), '..', 'CHANGELOG.md'), 'utf8');

test('every dated release of the changelog: has its database here', () => {
  const dated = [...changelog.matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/gm)].map(
    ([, version]) => version,
  );
  expect(dated.length).toBeGreaterThan(0);
  expect(releases.map((name) => name.replace('.sql.gz', '')).sort()).toEqual(dated.sort());
});

test('newest section of the changelog: has the version of the packages', () => {
  const { version } = JSON.parse(readFileSync(join(serverFolder(), 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(version);
});

describe('a released database', () => {
  let fresh: Database;
  beforeAll(async () => {
    fresh = (await openTestDatabase()).database;
  });
  afterAll(async () => {
    await fresh.close();
  });

  test.for(releases)('%s: migrates to the current schema, with unchanged rows', async (release) => {
    const database = await openRelease(release);
    try {
      expect(await listEmptyTables(database)).toEqual([]);
      // Published entries are in another table now.
      const tables = (await listContents(database)).filter(({ table }) => table !== 'bulletin_entries');
      const [before, shown] = [await readContent(database, tables), await readOldBulletin(database)];
      await migrate(database);
      expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
      expect(await readContent(database, tables)).toEqual(before);
      expect(await readBulletin(database)).toEqual(shown);
    } finally {
      await database.close();
    }
  });
});
