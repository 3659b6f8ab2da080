import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Place } from '../testing/places.ts';
import { openOfficialDemo } from '../testing/worlds.ts';
import { content } from './content.ts';

let folder: string;
let demo: Place;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-planted-'));
  demo = await openOfficialDemo(folder);
}, 180_000);
afterAll(async () => {
  await demo.database.close();
  await rm(folder, { recursive: true });
});

test('what the askers of the demo accepted was written as an answer to that very question', async () => {
  const accepted = await demo.database.rows<{ title: string; body: string }>(
    'SELECT title, replies.body FROM posts JOIN replies ON replies.id = accepted_reply_id ORDER BY title',
  );
  // How many of the questions have their answer already goes by the hour.
  expect(accepted.length).toBeGreaterThan(3);
  const written = new Map(content().boardNotes.map((note) => [note.title, note.replies]));
  const strange = accepted.filter(
    ({ title, body }) => !written.get(title)?.some(({ text, byAuthor }) => text === body && !byAuthor),
  );
  expect(strange).toEqual([]);
});
