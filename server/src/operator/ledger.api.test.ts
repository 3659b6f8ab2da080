import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PURGE_AFTER_DAYS } from '@madang/contract/posts/rules';
import { afterAll, expect, inject, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { makePost, makeReply, makeUpload, makeUser, PASSWORD } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { Places, readAll, type Place } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listKeys } from '../../testing/test-images.ts';
import { removeNotedPictures } from '../features/posts/index.ts';
import { LEFT_OUT } from './backup/archive.ts';
import { purgeDeleted } from '../user-data.ts';

// An older state returns twice: from a backup, and from PostgreSQL itself. Neither restores withdrawn students, or
// content deleted, purged or hidden since.

const posts: Record<'kept' | 'deleted' | 'purged' | 'hidden' | 'undone', string> = {
  kept: '',
  deleted: '',
  purged: '',
  hidden: '',
  undone: '',
};

const folder = makeFolder('ledger');
const source = await startTestApp({ edition: 'official' });

const places: Places = new Places(folder, source.campus);

const [backupFile, ledger] = [join(folder, 'madang.tar.gz'), join(folder, 'ledger.jsonl')];

const author = await makeUser(source);
const reader = await makeUser(source);
const leaver = await makeUser(source);

for (const name of Object.keys(posts) as (keyof typeof posts)[])
  posts[name] = await makePost(author, 'main-hall', {
    title: `글 ${name}`,
    body: `본문 ${name}`,
    uploadId: name === 'purged' ? await makeUpload(author) : null,
  });

await reader.browser.call('PUT /api/posts/{id}/like', { path: { id: posts.purged } });
await makeReply(reader, posts.purged, '지운 글의 댓글');

const replies: Record<string, string> = {};

for (const name of ['kept', 'deleted', 'purged', 'hidden'])
  replies[name] = (await makeReply(reader, posts.kept, `댓글 ${name}`)).id;

await makeReply(leaver, posts.kept, '떠날 사람의 댓글');
await source.app.tally.flush();
await operate(source, 'backup', backupFile);

const { browser } = author;

for (const id of [posts.purged, posts.undone]) await browser.call('DELETE /api/posts/{id}', { path: { id } });

await browser.call('POST /api/posts/{id}/undo-deletion', { path: { id: posts.undone } });
await reader.browser.call('DELETE /api/replies/{id}', { path: { id: replies['purged'] ?? '' } });

for (const table of ['posts', 'replies'])
  await source.database.change(
    `UPDATE ${table} SET deleted_at = deleted_at - interval '${PURGE_AFTER_DAYS} days'`,
  );

await purgeDeleted(source.database);
await browser.call('DELETE /api/posts/{id}', { path: { id: posts.deleted } });
await reader.browser.call('DELETE /api/replies/{id}', { path: { id: replies['deleted'] ?? '' } });
await operate(source, 'post', 'hide', posts.hidden, '--reason', '광고');
await operate(source, 'reply', 'hide', replies['hidden'] ?? '', '--reason', '광고');
await leaver.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
// Not yet known at the restored moment.
const later = await makePost(author);
await browser.call('DELETE /api/posts/{id}', { path: { id: later } });
await operate(source, 'withdrawals', 'export', ledger);
afterAll(() => places.close());

/** Returns the state at that moment, as users and the operator see it. */
async function look({ database }: Pick<Place, 'database'>) {
  const ids = Object.values(posts);
  return {
    posts: await database.rows(
      `SELECT id, author_id, title, body, picture_count, like_count, reply_count, hidden_at IS NULL AS seen,
              deleted_at IS NULL AS undeleted, moderated_at IS NULL AS unmoderated, purged_at IS NULL AS kept
         FROM posts WHERE id = ANY ($1::uuid[]) ORDER BY id`,
      [ids],
    ),
    replies: await database.rows(
      `SELECT id, author_id, body, hidden_at IS NULL AS seen, deleted_at IS NULL AS undeleted,
              moderated_at IS NULL AS unmoderated, purged_at IS NULL AS kept
         FROM replies WHERE post_id = ANY ($1::uuid[]) ORDER BY id`,
      [ids],
    ),
    users: await database.rows('SELECT id, points FROM users ORDER BY id'),
  };
}

const TOLD = /Posts and replies that had gone since: 4 deleted again, 2 purged, 2 hidden/;

test('[SF-33] the ledger has ids and times, for its owner alone', async () => {
  const text = await readFile(ledger, 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(lines).toHaveLength(8);
  for (const line of lines)
    for (const [name, value] of Object.entries(line))
      expect([name, name.endsWith('Id') ? value.length : new Date(value).toISOString()]).toEqual([
        name,
        name.endsWith('Id') ? 36 : value,
      ]);
  expect((await stat(ledger)).mode & 0o777).toBe(0o600);
  expect(text).not.toContain(posts.undone);
  expect(text).not.toContain(posts.kept);
});

test('[SF-33] the hourly export keeps the ledger while a new database waits for its restore', async () => {
  const before = await readFile(ledger, 'utf8');
  const done = await operate(await places.open(), 'withdrawals', 'export', ledger);
  expect([done.code, done.output]).toEqual([0, `${ledger} is kept: the database has no accounts`]);
  expect(await readFile(ledger, 'utf8')).toBe(before);
});

test('[SF-33] backup: restores neither withdrawn students nor content deleted, purged or hidden since', async () => {
  const place = await places.open();
  const restored = await operate(place, 'restore', backupFile, '--withdrawn', ledger);
  expect([restored.code, restored.errors]).toEqual([0, '']);
  expect(restored.output).toContain('1 students who had withdrawn since were erased again');
  expect(restored.output).toMatch(TOLD);
  expect(await look(place)).toEqual(await look(source));
});

/** Restores the state of that moment, with the data that only PostgreSQL keeps. */
async function openOldState(): Promise<Place> {
  const place = await places.open();
  await operate(place, 'restore', backupFile);
  const { database } = place;
  await database.change(
    `INSERT INTO sessions (id, token_hash, user_id) VALUES (gen_random_uuid(), '\\x01', $1)`,
    [leaver.id],
  );
  await database.change(
    `WITH token AS (INSERT INTO tokens (id, account_id, purpose, email, hash, expires_at)
                    VALUES (gen_random_uuid(), $1, 'reset', 'a@korea.ac.kr', '\\x02', now() + interval '1 hour')
                    RETURNING id)
     INSERT INTO outbox (id, account_id, token_id, kind, recipient) SELECT gen_random_uuid(), $1, id, 'reset', 'a@korea.ac.kr' FROM token`,
    [leaver.id],
  );
  await database.change(
    `INSERT INTO jobs (id, kind, key, due_at, attempts) VALUES (gen_random_uuid(), 'purgeDeleted', '', now() + interval '1 hour', 3)
     ON CONFLICT (kind, key) DO UPDATE SET due_at = excluded.due_at, attempts = 3`,
  );
  return place;
}

test('[SF-33] state restored by PostgreSQL: same content removed, no sessions, no mail sent twice', async () => {
  const place = await openOldState();
  const { database } = place;
  const done = await operate(place, 'restored', '--withdrawn', ledger);
  expect([done.code, done.errors]).toEqual([0, '']);
  expect(done.output).toContain('1 students who had withdrawn since were erased again');
  expect(done.output).toMatch(TOLD);
  expect(done.output).toMatch(/Cleared: 1 of sessions, 1 of tokens, 1 of outbox/);
  expect(await look(place)).toEqual(await look(source));
  for (const table of Object.keys(LEFT_OUT).filter((name) => name !== 'migrations'))
    expect([table, await database.rows(`SELECT 1 FROM ${table}`)]).toEqual([table, []]);
  expect(
    await database.rows(`SELECT attempts, due_at <= now() AS due FROM jobs WHERE kind = 'purgeDeleted'`),
  ).toEqual([{ attempts: 0, due: true }]);
  await removeNotedPictures(place);
  const keys = await listKeys(place.images);
  expect(keys).toEqual([]);
  // Search does not find it either.
  const texts = await database.rows<{ text: string }>('SELECT text FROM post_texts');
  expect(texts.filter(({ text }) => text.includes('purged'))).toEqual([]);

  const before = await readAll(database);
  const again = await operate(place, 'restored', '--withdrawn', ledger, '--json');
  expect(JSON.parse(again.output)).toMatchObject({ erased: 0, deleted: 0, purged: 0, hidden: 0 });
  delete before['jobs'];
  const after = await readAll(database);
  delete after['jobs'];
  expect(after).toEqual(before);
  expect((await operate(place, 'audit', 'list')).output).toContain('restored');
});

test('[SF-33] ledger: an older version’s is read; a strange line changes nothing and is named', async () => {
  const withdrawals = (await readFile(ledger, 'utf8')).split('\n').filter((line) => line.includes('userId'));
  const older = join(folder, 'older.jsonl');
  await writeFile(older, `${withdrawals.join('\n')}\n`);
  const place = await openOldState();
  const strange = join(folder, 'strange.jsonl');
  for (const line of [
    '{"postId":"x"}',
    '{"replyId":"018f0000-0000-7000-8000-000000000000","body":"글"}',
    '',
  ]) {
    await writeFile(strange, `${withdrawals[0]}\n${line}\n`);
    const refused = await operate(place, 'restored', '--withdrawn', strange);
    expect([refused.code, refused.errors]).toEqual([
      1,
      expect.stringContaining('line 2 is not a ledger entry'),
    ]);
  }
  expect(await place.database.rows('SELECT 1 FROM sessions')).toHaveLength(1);
  expect((await operate(place, 'restored')).code).toBe(2);
  const done = await operate(place, 'restored', '--withdrawn', older, '--json');
  expect(JSON.parse(done.output)).toMatchObject({ erased: 1, deleted: 0, purged: 0, hidden: 0 });
});

if (inject('engine') === 'postgres')
  test('[SF-33] running server on the database: nothing is removed', async () => {
    const refused = await operate(source, 'restored', '--withdrawn', ledger);
    expect(refused.errors).toBe('operator: a server runs on this database; stop it first');
    expect((await source.database.rows('SELECT 1 FROM sessions')).length).toBeGreaterThan(0);
  });
