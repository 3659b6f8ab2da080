import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../testing/make-folder.ts';
import type { Place } from '../testing/places.ts';
import { openOfficialDemo } from '../testing/worlds.ts';
import { listMedians } from '../src/features/tickets/index.ts';
import { readCrowdReports } from '../src/features/places/index.ts';
import { content } from './content.ts';
import { plantDemoCrowdReports } from './plant-demo-voices.ts';

const folder = makeFolder('planted');
let demo: Place;
beforeAll(async () => {
  demo = await openOfficialDemo(folder);
}, 180_000);
afterAll(() => demo.database.close());

test('accepted replies of the demo: written as answers to that very question', async () => {
  const accepted = await demo.database.rows<{ title: string; body: string }>(
    'SELECT title, replies.body FROM posts JOIN replies ON replies.id = accepted_reply_id ORDER BY title',
  );
  // The number of answered questions depends on the hour.
  expect(accepted.length).toBeGreaterThan(3);
  const written = new Map(content().boardNotes.map((note) => [note.title, note.replies]));
  const strange = accepted.filter(
    ({ title, body }) => !written.get(title)?.some(({ text, byAuthor }) => text === body && !byAuthor),
  );
  expect(strange).toEqual([]);
});

test('[ED-03] posts of the demo are edited, answered in threads, and their replies liked', async () => {
  const [found] = await demo.database.rows<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM posts WHERE edited_at IS NOT NULL) AS edited,
            (SELECT count(*)::int FROM replies WHERE parent_id IS NOT NULL) AS threads,
            (SELECT count(*)::int FROM reply_likes) AS likes`,
  );
  // The counts depend on the hour.
  for (const count of Object.values(found ?? {})) expect(count).toBeGreaterThan(3);
});

test('demo places: crowded as at this hour, renewed at each start, and usually so', async () => {
  const { database, campus } = demo;
  const count = async (table: string) => (await database.rows(`SELECT 1 FROM ${table}`)).length;
  const history = await count('voice_history');
  expect(history).toBeGreaterThanOrEqual(30 * 7 * 10);
  const heard = async () =>
    Object.values((await readCrowdReports(database, campus)).places).filter(({ now }) => now).length;
  const before = await heard();
  // A few at night, many at noon.
  expect(before).toBeGreaterThan(0);
  await database.change(`DELETE FROM place_voices`);
  await plantDemoCrowdReports(database, campus);
  expect(await heard()).toBeGreaterThan(0);
  expect(await count('voice_history')).toBe(history);
});

test('[ED-03] demo tickets: in each step, with waiting students, medians and two offices', async () => {
  const { database } = demo;
  const steps = await database.rows<{ step: string }>('SELECT DISTINCT step FROM tickets ORDER BY step');
  expect(steps.map(({ step }) => step)).toEqual(['fixed', 'received', 'refused', 'repairing', 'seen']);
  expect((await database.rows('SELECT FROM offices')).length).toBe(2);
  expect((await listMedians(database)).length).toBeGreaterThan(0);
  const waiting = await database.rows(
    `SELECT FROM ticket_joins JOIN accounts ON accounts.id = user_id WHERE email LIKE 'demo@%'`,
  );
  expect(waiting.length).toBeGreaterThan(3);
});
