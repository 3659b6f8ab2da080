import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeFolder } from '../../../testing/make-folder.ts';
import { type MadeUser, makeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { listTables } from '../../database/table-lines.ts';
import { createLog } from '../../log/log.ts';
import { endCrowdReports } from './crowd-reports.ts';

const PLACE = 'science-library';
const CODE = 'k3x8mq2v';
const lines: string[] = [];
let testApp: TestApp;
const folder = makeFolder('voices');
let students: MadeUser[];
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  testApp = await startTestApp({ edition: 'official', log });
  students = [];
  for (let number = 0; number < 3; number += 1) students.push(await makeUser(testApp));
});
afterAll(() => testApp.close());

/** Returns every row of every table, and the rows added since. */
async function readRows(): Promise<Set<string>> {
  const rows = new Set<string>();
  for (const { name } of await listTables(testApp.database))
    for (const { text } of await testApp.database.rows<{ text: string }>(
      `SELECT (row.*)::text AS text FROM ${name} AS row`,
    ))
      rows.add(`${name} ${text}`);
  return rows;
}

/** Everything that identifies a student, or can be derived without the key. */
function namesOf({ id, email, nickname, browser }: MadeUser): string[] {
  const said = [id, email, nickname, browser.cookie.replace('madang=', '')];
  const places = ['', ` ${PLACE}`, ' ', PLACE];
  const digests = said.flatMap((name) =>
    places.flatMap((place) => [
      createHash('sha256').update(`${name}${place}`).digest(),
      ...['', PLACE, id].map((key) => createHmac('sha256', key).update(`${name}${place}`).digest()),
    ]),
  );
  const encodings = (['hex', 'base64', 'base64url'] as const).flatMap((one) =>
    digests.map((digest) => digest.toString(one).slice(0, 24)),
  );
  return [...said, id.replaceAll('-', ''), ...encodings];
}

const expectNoLink = (where: string, text: string) =>
  expect([where, students.flatMap(namesOf).filter((name) => text.includes(name))]).toEqual([where, []]);

test('[PL-05] [SF-43] no row, log line, backup or answer identifies a student; pseudonyms last a day', async () => {
  await testApp.database.change(
    `INSERT INTO printed_codes (code, building_id, spot) VALUES ($1, $2, '3층')`,
    [CODE, PLACE],
  );
  // The first call of a day stores the student's visit, whichever call it is.
  for (const { browser } of students) await browser.call('GET /api/voices', {});
  await testApp.app.tally.flush();
  const before = await readRows();
  lines.length = 0;
  const answers: string[] = [];
  for (const { browser } of students) {
    // The last report uses the place's printed code [PL-11].
    const said =
      browser === students.at(-1)?.browser
        ? await browser.send('POST', '/api/codes/voice', { json: { code: CODE, voice: 'crowded' } })
        : await browser.send('PUT', '/api/voices', {
            json: { buildingId: PLACE, crowd: 'crowded', quiet: true },
          });
    answers.push(JSON.stringify([...said.headers]), await said.text());
  }
  const read = await students[0]?.browser.call('GET /api/voices', {});
  expect(read?.body.places[PLACE]?.n).toBe(3);
  answers.push(JSON.stringify(read?.body));

  const added = [...(await readRows())].filter((row) => !before.has(row));
  expect(added.filter((row) => row.startsWith('place_voices')).length).toBe(3);
  expectNoLink('rows', added.join('\n'));
  // Only the key identifies the student: another place or day has another pseudonym.
  const log = lines.join('\n');
  expect(log).toContain('/api/voices');
  expect(log).not.toContain(PLACE);
  expect(log).not.toContain(CODE);
  expectNoLink('log', log);
  expectNoLink('answers', answers.filter((text) => !text.includes('set-cookie')).join('\n'));

  const file = join(folder, 'backup.tar.gz');
  expect((await operate(testApp, 'backup', file)).code).toBe(0);
  const backup = gunzipSync(await readFile(file)).toString('latin1');
  const pseudonyms = await readPseudonyms();
  expect(pseudonyms).toHaveLength(7);
  expect(pseudonyms.filter((hex) => backup.includes(hex))).toEqual([]);
  expect(backup).not.toMatch(/tables\/(?:place_voices|voice_counts|voice_day_keys|voice_tallies)\.jsonl/);
  expect(backup).toContain('tables/voice_history.jsonl');
});

/**
 * Returns the pages of each table with pseudonyms, and of its index, and the pseudonyms there; [] on the embedded
 * engine.
 */
async function readPages(pseudonyms: readonly string[]): Promise<{ file: string; names: string[] }[]> {
  if (inject('engine') !== 'postgres') return [];
  await testApp.database.change('CREATE EXTENSION IF NOT EXISTS pageinspect');
  const files = await testApp.database.rows<{ file: string; bytes: string }>(
    `SELECT relname::text AS file, encode(get_raw_page(relname, page::int), 'hex') AS bytes
       FROM pg_class, generate_series(0, pg_relation_size(oid) / current_setting('block_size')::int - 1) AS page
      WHERE relname ~ '^(?:place_voices|voice_counts|voice_day_keys|voice_tallies)' AND relkind IN ('r', 'i') ORDER BY relname`,
  );
  return files.map(({ file, bytes }) => ({ file, names: pseudonyms.filter((name) => bytes.includes(name)) }));
}

const readPseudonyms = async () =>
  (
    await testApp.database.rows<{ hex: string }>(
      `SELECT encode(pseudonym, 'hex') AS hex FROM place_voices UNION SELECT encode(pseudonym, 'hex') FROM voice_counts
        UNION SELECT encode(key, 'hex') FROM voice_day_keys`,
    )
  ).map(({ hex }) => hex);

/** Returns the transactions that wrote or locked a row of any table, with the tables. */
async function readWriters(): Promise<Map<string, Set<string>>> {
  const writers = new Map<string, Set<string>>();
  for (const { name } of await listTables(testApp.database))
    for (const { xid } of await testApp.database.rows<{ xid: string }>(
      `SELECT xmin::text AS xid FROM ${name} UNION SELECT xmax::text FROM ${name} WHERE xmax::text <> '0'`,
    ))
      writers.set(xid, (writers.get(xid) ?? new Set()).add(name));
  return writers;
}

test('[PL-05] [SF-43] transaction of a report: touches no row of its student, its place or a limit', async () => {
  const tables = [...(await readWriters()).values()].filter((names) => names.has('place_voices'));
  expect(tables.length).toBeGreaterThan(0);
  for (const names of tables)
    expect([...names].filter((name) => !/^(?:place_voices|voice_\w+)$/.test(name))).toEqual([]);
});

test('[PL-05] tables of reports: excluded from the database log and its replication', async () => {
  const kinds = await testApp.database.rows<{ name: string; kind: string }>(
    `SELECT relname AS name, relpersistence::text AS kind FROM pg_class
      WHERE relname IN ('place_voices', 'voice_counts', 'voice_day_keys', 'voice_tallies') ORDER BY relname`,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['u', 'u', 'u', 'u']);
  const minutes = await testApp.database.rows(
    `SELECT 1 FROM place_voices WHERE said_at <> date_trunc('minute', said_at)
      UNION ALL SELECT 1 FROM voice_counts WHERE since <> date_trunc('minute', since)`,
  );
  expect(minutes).toEqual([]);
});

test('[PL-05] [SF-43] a day later: only numbers remain in rows and pages, and the key is gone', async () => {
  await testApp.database.change(`UPDATE place_voices SET said_at = said_at - interval '1 day'`);
  for (const table of ['voice_day_keys', 'voice_counts'])
    await testApp.database.change(`UPDATE ${table} SET day = day - 1`);
  // Just after midnight, yesterday's reports still count.
  await testApp.database.change(`UPDATE voice_day_keys SET day = day - 1`);
  await testApp.database.change(`UPDATE voice_counts SET day = day - 1`);
  const pseudonyms = await readPseudonyms();
  const written = async () => (await readPages(pseudonyms)).filter(({ names }) => names.length > 0);
  if (inject('engine') === 'postgres') expect((await written()).length).toBeGreaterThan(3);
  await endCrowdReports(testApp.database, testApp.campus);
  expect(await written()).toEqual([]);
  for (const table of ['place_voices', 'voice_day_keys', 'voice_counts'])
    expect([table, await testApp.database.rows(`SELECT 1 FROM ${table}`)]).toEqual([table, []]);
  const rows = [...(await readRows())].filter((row) => /^voice|^place_voice/.test(row));
  expect(rows).toEqual([expect.stringMatching(/^voice_\w+ \(.*science-library.*\)$/)]);
  expectNoLink('rows', rows.join('\n'));
});

test('[PL-05] [SF-43] expired, replaced or withdrawn report: leaves the pages within 90 minutes; counting ones stay', async () => {
  const [first, second, third] = students;
  const say = (student: MadeUser | undefined, crowd: 'free' | null) =>
    student?.browser.call('PUT /api/voices', { body: { buildingId: PLACE, crowd } });
  const age = (minutes: number) =>
    testApp.database.change('UPDATE place_voices SET said_at = said_at - make_interval(mins => $1)', [
      minutes,
    ]);
  const end = () => endCrowdReports(testApp.database, testApp.campus);
  const count = async () => (await testApp.database.rows('SELECT 1 FROM place_voices')).length;
  await say(third, 'free');
  const [taken] = await testApp.database.rows<{ hex: string }>(
    `SELECT encode(pseudonym, 'hex') AS hex FROM place_voices`,
  );
  await say(third, null);
  await say(first, 'free');
  const [old] = await testApp.database.rows<{ hex: string }>(
    `SELECT encode(pseudonym, 'hex') AS hex FROM place_voices`,
  );
  await age(46);
  await say(second, 'free');
  // With one current report, the tables are not locked every minute.
  await end();
  expect(await count()).toBe(2);
  await testApp.database.change(
    `UPDATE place_voices SET said_at = said_at - interval '45 minutes' WHERE said_at < now() - interval '45 minutes'`,
  );
  await end();
  expect(await count()).toBe(1);
  const gone = [taken?.hex ?? '', old?.hex ?? ''];
  expect(
    (await readPages(gone)).filter(({ file, names }) => file.startsWith('place') && names.length > 0),
  ).toEqual([]);
  await say(second, null);
  await end();
  const [pages] = await testApp.database.rows(`SELECT pg_relation_size('place_voices')::int AS size`);
  expect(pages).toEqual({ size: 0 });
});

test('[PL-05] failover: the new leader begins without reports, and accepts new ones', async () => {
  if (inject('engine') !== 'postgres') return;
  // Like an unlogged table after a failover, it is empty.
  await testApp.database.change('TRUNCATE place_voices, voice_counts, voice_day_keys, voice_tallies');
  const said = await students[0]?.browser.call('PUT /api/voices', {
    body: { buildingId: PLACE, crowd: 'free' },
  });
  expect(said?.status).toBe(204);
});
