import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listEmptyTables } from '../../testing/every-table.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate, type Operated } from '../../testing/operate.ts';
import { expectEmpty, Places, readAll, readImages, type Place } from '../../testing/places.ts';
import {
  listContents,
  openMigratedRelease,
  openOfficialDemo,
  openRelease,
  placeOf,
  readContent,
  releases,
} from '../../testing/worlds.ts';
import { migrate } from '../database/migrate.ts';
import { checkArchive, LEFT_OUT } from './backup/archive.ts';

// Plants, restores and compares whole worlds, slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const worlds: [string, (folder: string) => Promise<Place>][] = [
  ['the demo of the official edition', openOfficialDemo],
  ...releases.map((release): [string, (folder: string) => Promise<Place>] => [
    release,
    (folder) => openMigratedRelease(release, folder),
  ]),
];

const folder = makeFolder('worlds');

/** Returns the tables of an archive, without the audit log, which records the backup and restore themselves. */
const tablesOf = async (file: string) =>
  (await checkArchive(file)).tables.filter(({ name }) => name !== 'audit');

describe.each(worlds)('%s', (name, open) => {
  let world: Place;
  let places: Places;
  let archive: string;
  let made: Operated;
  beforeAll(async () => {
    world = await open(folder);
    places = new Places(folder, world.campus);
    archive = join(folder, `${name}.tar.gz`);
    made = await operate(world, 'backup', archive);
  });
  afterAll(async () => {
    await places.close();
    await world.database.close();
  });

  test('backup has rows in every table, and a recent post with an alert waiting', async () => {
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(await listEmptyTables(world.database)).toEqual([]);
    const recent = `SELECT 1 FROM post_texts WHERE created_at > now() - interval '7 days' LIMIT 1`;
    expect(await world.database.rows(recent)).toHaveLength(1);
  });

  test.each(['embedded', 'postgres'] as const)(
    '[SF-33] comes back on %s, every row and checksum as it was',
    async (engine) => {
      const place = await places.open(engine);
      const dry = await operate(place, 'restore', archive, '--dry-run');
      expect([dry.code, dry.errors]).toEqual([0, '']);
      await expectEmpty(place);
      const restored = await operate(place, 'restore', archive);
      expect([restored.code, restored.errors]).toEqual([0, '']);
      expect(await readAll(place.database)).toEqual(await readAll(world.database));
      expect(await readImages(place.images)).toEqual(await readImages(world.images));
      const again = join(folder, `${name}-${engine}.tar.gz`);
      await operate(place, 'backup', again);
      expect(await tablesOf(again)).toEqual(await tablesOf(archive));
    },
  );
});

test.for(releases)('[SF-33] an archive that was made of %s comes back in this version', async (release) => {
  const old = await openRelease(release);
  const left = ['audit', 'bulletin_entries'];
  const tables = (await listContents(old)).filter(
    ({ table }) => !(table in LEFT_OUT) && !left.includes(table),
  );
  const place = await placeOf(old, folder);
  const places = new Places(folder, place.campus);
  try {
    const archive = join(folder, `of-${release}.tar.gz`);
    expect(await operate(place, 'backup', archive)).toMatchObject({ code: 0, errors: '' });
    const fresh = await places.open();
    const restored = await operate(fresh, 'restore', archive);
    expect([restored.code, restored.errors]).toEqual([0, '']);
    expect(await readContent(fresh.database, tables)).toEqual(await readContent(old, tables));
    // Published entries are in one table now, as after a migration of the old database.
    await migrate(old);
    const entries = 'SELECT to_jsonb(entry)::text AS row FROM bulletin_entries AS entry ORDER BY id';
    const migrated = await old.rows(entries);
    expect(migrated.length).toBeGreaterThan(2);
    expect(await fresh.database.rows(entries)).toEqual(migrated);
  } finally {
    await places.close();
    await old.close();
  }
});
