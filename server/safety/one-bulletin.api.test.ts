// The previous version reads and writes `events` and `notices`, its plans in `bulletin_entries`. Its statements are
// copied here. Both tables stay equal until they are dropped.
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { readInbox } from '../testing/inbox.ts';
import { makeUpload } from '../testing/makers.ts';
import { makeStaff } from '../testing/moderation.ts';
import { operate } from '../testing/operate.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { Executor } from '../src/database/database.ts';

const testApp = await startTestApp({ edition: 'official', caching: false });
const operator = await makeStaff(testApp);

const TEXT = { title: '가을 축제', body: '본문' };

describe.each(['event', 'notice'] as const)('[SF-32] %s', (kind) => {
  const table = `${kind}s` as const;

  /** Statements of the previous version. */
  const old = {
    insert: (executor: Executor, id: string) =>
      executor.change(
        kind === 'event'
          ? 'INSERT INTO events (id, title, body, has_image) VALUES ($1, $2, $3, false)'
          : 'INSERT INTO notices (id, title, body, told_at) VALUES ($1, $2, $3, clock_timestamp())',
        [id, TEXT.title, TEXT.body],
      ),
    edit: (executor: Executor, id: string, title: string) =>
      executor.change(
        `UPDATE ${table} SET title = coalesce($2, title), body = coalesce(NULL, body) WHERE id = $1`,
        [id, title],
      ),
    setImage: (executor: Executor, id: string, mark: string | null) =>
      executor.change(`UPDATE ${table} SET has_image = $2::text IS NOT NULL, image_mark = $2 WHERE id = $1`, [
        id,
        mark,
      ]),
    remove: (executor: Executor, id: string) => executor.change(`DELETE FROM ${table} WHERE id = $1`, [id]),
    putPlan: (executor: Executor, id: string, state: string, title: string, mark: string | null) =>
      executor.change(
        `INSERT INTO bulletin_entries (id, kind, state, title, body, picture_mark) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE
            SET state = excluded.state, title = excluded.title, body = excluded.body,
                picture_mark = excluded.picture_mark, changed_at = now()
          WHERE bulletin_entries.kind = excluded.kind`,
        [id, kind, state, title, TEXT.body, mark],
      ),
    read: (id: string) =>
      testApp.database.first(
        `SELECT title, body, has_image, image_mark, created_at${kind === 'notice' ? ', told_at IS NOT NULL AS told' : ''}
           FROM ${table} WHERE id = $1`,
        [id],
      ),
  };

  /** Returns the public answer of this version. */
  const seen = async (id: string) => {
    const answer = await operator.browser.send('GET', `/api/${table}/${id}`);
    return answer.status === 200 ? ((await answer.json()) as Record<string, unknown>) : undefined;
  };
  const entry = async (id: string) =>
    (await operator.browser.call('GET /api/operate/bulletin/{kind}/{id}', { path: { kind, id } })).body;
  const save = (
    id: string,
    changes: { version?: string; title?: string; beginsAt?: string; uploadId?: string } = {},
  ) =>
    operator.browser.call('PUT /api/operate/bulletin/{kind}/{id}', {
      path: { kind, id },
      body: {
        version: null,
        ...TEXT,
        uploadId: null,
        keepPicture: true,
        beginsAt: null,
        endsAt: null,
        ...changes,
      },
    });
  const inbox = async () =>
    (await readInbox(operator)).lines.map((line) => ('title' in line ? line.title : null));

  test('writes, changes and removals by the previous version’s command: visible here', async () => {
    const { database } = testApp;
    const id = uuidv7();
    await old.insert(database, id);
    expect(await seen(id)).toMatchObject(TEXT);
    expect(await entry(id)).toMatchObject({ state: 'shown', ...TEXT, picture: null });
    expect((await inbox()).includes(TEXT.title)).toBe(kind === 'notice');
    await old.edit(database, id, '바뀐 제목');
    await old.setImage(database, id, 'a-mark');
    expect(await seen(id)).toMatchObject({ title: '바뀐 제목', image: `/EventImg/${id}.png` });
    await old.setImage(database, id, null);
    expect((await seen(id))?.image ?? null).toBeNull();
    expect(await old.remove(database, id)).toBe(1);
    expect(await seen(id)).toBeUndefined();
    expect(await entry(id)).toMatchObject({ state: 'withdrawn', title: '바뀐 제목', shownAt: null });
    expect(await inbox()).not.toContain('바뀐 제목');
  });

  test('entries that the previous version publishes, changes and withdraws on the web: equal here', async () => {
    const { database } = testApp;
    const id = uuidv7();
    await database.transaction(async (transaction) => {
      await old.putPlan(transaction, id, 'shown', TEXT.title, 'one');
      await old.insert(transaction, id);
      await old.setImage(transaction, id, 'one');
    });
    expect(await seen(id)).toMatchObject({ ...TEXT, image: `/EventImg/${id}.png` });
    expect((await entry(id)).picture).toContain('of=one');
    await database.transaction(async (transaction) => {
      await old.putPlan(transaction, id, 'shown', '둘째', 'two');
      expect(await old.edit(transaction, id, '둘째')).toBe(1);
      await old.setImage(transaction, id, 'two');
    });
    expect(await entry(id)).toMatchObject({ title: '둘째', state: 'shown' });
    expect((await entry(id)).picture).toContain('of=two');
    await database.transaction(async (transaction) => {
      await old.putPlan(transaction, id, 'withdrawn', '둘째', null);
      // A deleted entry would be refused.
      expect(await old.remove(transaction, id)).toBe(1);
    });
    expect([await seen(id), await old.read(id)]).toEqual([undefined, undefined]);
    expect(await entry(id)).toMatchObject({ state: 'withdrawn', title: '둘째', picture: null });
  });

  test('entries published, changed and withdrawn here: equal in its table, and it continues with them', async () => {
    const { database } = testApp;
    const id = uuidv7();
    const shown = (await save(id, { uploadId: await makeUpload(operator) })).body;
    const [, mark] = /of=(.*)/.exec(shown.picture ?? '') ?? [];
    const there = { ...TEXT, has_image: true, image_mark: mark, created_at: new Date(shown.shownAt ?? '') };
    expect(await old.read(id)).toMatchObject(kind === 'notice' ? { ...there, told: true } : there);
    const changed = (await save(id, { version: shown.version, title: '여기서' })).body;
    expect(await old.read(id)).toMatchObject({ ...there, title: '여기서' });
    await old.edit(database, id, '거기서');
    expect((await save(id, { version: changed.version, title: '늦게' })).problem?.code).toBe('edit.outdated');
    expect(await operate(testApp, kind, 'edit', id, '--body', '명령으로')).toMatchObject({ code: 0 });
    expect(await old.read(id)).toMatchObject({ title: '거기서', body: '명령으로' });
    expect(await operate(testApp, kind, 'remove', id)).toMatchObject({ code: 0 });
    expect(await old.read(id)).toBeUndefined();
  });

  test('planning in one version and publishing in the other', async () => {
    const { database } = testApp;
    const id = uuidv7();
    await save(id, { beginsAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect([await seen(id), await old.read(id)]).toEqual([undefined, undefined]);
    await database.transaction(async (transaction) => {
      await old.putPlan(transaction, id, 'shown', TEXT.title, null);
      await old.insert(transaction, id);
    });
    expect(await seen(id)).toMatchObject(TEXT);
    const other = uuidv7();
    await old.putPlan(database, other, 'planned', TEXT.title, null);
    await save(other, { version: (await entry(other)).version, title: '지금 바로' });
    expect(await old.read(other)).toMatchObject({ title: '지금 바로' });
  });
});
