import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { listTables } from '../src/database/table-lines.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.database.close());

/** Tables not restored with a board, each with the reason. */
const LEFT: Readonly<Record<string, string>> = {
  amenity_voices: 'they count for a month, and students say it again',
  locked_rooms: 'they count for a day, and are gone after a week',
  meal_votes: 'they are over with their meal',
  outbox: 'they are out within a day',
  place_voices: 'they are over after 45 minutes, and in no backup',
  places_now: 'they are found again within five minutes, and in no backup',
  pins: 'a student may have put another building in its place since, and pins it again',
  roles: 'rights are given by people: operator role give',
  rights_requests: 'their rows outlive the case that they joined',
  voice_tallies: 'they are of today, and in no backup',
};

test('[SF-33] restored board: includes rows of every dependent table, each after its references', async () => {
  const script = readFileSync(join(import.meta.dirname, '../../deploy/pgbackrest/bring-board-back'), 'utf8');
  const brought = [...script.matchAll(/^ {2}rows "[^"]*" ([\w ]+)$/gm)].flatMap(([, tables = '']) =>
    tables.split(' '),
  );
  const tables = await listTables(opened.database);
  const wanted = new Set(['buildings']);
  for (let before = 0; before < wanted.size;) {
    before = wanted.size;
    for (const { name, references } of tables)
      if (!(name in LEFT) && references.some((other) => wanted.has(other))) wanted.add(name);
  }
  expect([...brought].sort()).toEqual([...wanted].sort());
  for (const [index, name] of brought.entries())
    for (const other of tables.find((table) => table.name === name)?.references ?? [])
      if (wanted.has(other) && other !== name)
        expect([name, other, brought.indexOf(other) < index]).toEqual([name, other, true]);
});
