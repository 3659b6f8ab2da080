import { expect, inject, test } from 'vitest';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { fillPostTexts } from './search-text.ts';
import { purgeDeletedPosts } from './user-data.ts';

const testApp = await startTestApp({ edition: 'official' });
const user = await makeUser(testApp);

const change = (sql: string, values: readonly unknown[] = []) => testApp.database.change(sql, values);
const textOf = async (id: string) => {
  const row = await testApp.database.first<{ text: string }>(
    'SELECT text FROM post_texts WHERE post_id = $1',
    [id],
  );
  return row?.text;
};
const piecesOf = async (text: string) => {
  const row = await testApp.database.first<{ pieces: string[] }>('SELECT search_pieces($1) AS pieces', [
    text,
  ]);
  return row?.pieces;
};

test('[FS-04] post: has its text once written, and the new text once edited', async () => {
  const id = await makePost(user, 'main-hall', { title: '열람 실', body: '자리\n있어요' });
  expect(await textOf(id)).toBe('\n열람실\t자리있어요');
  const edit = { revision: 1, title: '열람 실', body: 'ＷＩＦＩ 느려요', keywords: [] };
  const { status } = await user.browser.call('PUT /api/posts/{id}', { path: { id }, body: edit });
  expect([status, await textOf(id)]).toEqual([200, '\n열람실\twifi 느려요']);
  const refused = { ...edit, revision: 1, body: '늦은 편집' };
  await user.browser.call('PUT /api/posts/{id}', { path: { id }, body: refused });
  expect(await textOf(id)).toBe('\n열람실\twifi 느려요');
});

test('[FS-04] facility notices have their texts, also after the operator changed them', async () => {
  const added = await operate(
    testApp,
    'facility-notice',
    'add',
    '--title',
    '단수 안내',
    '--body',
    '내일 오전',
  );
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(added.output)?.[0] ?? '';
  expect(await textOf(id)).toBe('\n단수안내\t내일오전');
  await operate(testApp, 'facility-notice', 'edit', id, '--body', '모레 오후');
  expect(await textOf(id)).toBe('\n단수안내\t모레오후');
});

test('[FS-04] outdated text: removed after a change by any version; the job adds missing ones', async () => {
  const [edited, missing, gone] = [await makePost(user), await makePost(user), await makePost(user)];
  // As the previous version does.
  await change(`UPDATE posts SET title = '고친 제목' WHERE id = $1`, [edited]);
  await change('DELETE FROM post_texts WHERE post_id = $1', [missing]);
  await change(`UPDATE posts SET title = '', body = '', purged_at = now() WHERE id = $1`, [gone]);
  expect([await textOf(edited), await textOf(gone)]).toEqual([undefined, undefined]);
  await Promise.all([fillPostTexts(testApp.database), fillPostTexts(testApp.database)]);
  expect(await textOf(edited)).toMatch(/^\n고친제목\t/);
  expect(await textOf(missing)).toMatch(/^\n2층/);
  expect(await textOf(gone)).toBeUndefined();
});

test('[FS-04] more posts than a batch are filled, each once', async () => {
  await change(
    `INSERT INTO posts (id, building_id, title, body, in_latest)
     SELECT gen_random_uuid(), 'main-hall', '묶음 ' || number, '본문', true FROM generate_series(1, 2345) AS number`,
  );
  await fillPostTexts(testApp.database);
  const row = await testApp.database.first<{ all: number; told: number }>(
    `SELECT count(*)::int AS all, count(post_texts.text)::int AS told
       FROM posts LEFT JOIN post_texts ON post_id = id WHERE purged_at IS NULL`,
  );
  expect(row?.told).toBe(row?.all);
  expect(row?.all).toBeGreaterThan(2_345);
});

test('a purge takes the text; a like and a reply touch none', async () => {
  const id = await makePost(user);
  const place = () =>
    testApp.database.first('SELECT ctid::text, xmin::text FROM post_texts WHERE post_id = $1', [id]);
  const before = await place();
  await user.browser.call('PUT /api/posts/{id}/like', { path: { id } });
  expect(await place()).toEqual(before);
  await user.browser.call('DELETE /api/posts/{id}', { path: { id } });
  await change(`UPDATE posts SET deleted_at = deleted_at - interval '8 days' WHERE id = $1`, [id]);
  await purgeDeletedPosts(testApp.database, async () => {});
  expect(await textOf(id)).toBeUndefined();
});

test('[FS-01] pieces are two letters each, none with white space, and one that begins the title', async () => {
  expect(await piecesOf('\n열람실\tlg 관')).toEqual(['\n열', '열람', '람실', 'lg']);
  expect(await piecesOf('\n\t')).toEqual([]);
  expect(await piecesOf('\n👍굿\t')).toEqual(['\n👍', '👍굿']);
});

test('[FS-04] a process that starts fills in the posts from before at once', async () => {
  const job = () =>
    testApp.database.first<{ attempts: number }>(`SELECT attempts FROM jobs WHERE kind = 'fillPostTexts'`);
  expect(await job()).toBeDefined();
  const id = await makePost(user);
  await change('DELETE FROM post_texts WHERE post_id = $1', [id]);
  // The state before the first start with the job.
  await change(`DELETE FROM jobs WHERE kind = 'fillPostTexts'`);
  await testApp.app.jobs.start();
  await expect.poll(() => textOf(id), { timeout: 5_000 }).toBeDefined();
});

if (inject('engine') === 'postgres') {
  test('[FS-04] an edit and the job at once leave the text of the edit', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await makePost(user, 'main-hall', { title: '처음' });
      await change('DELETE FROM post_texts WHERE post_id = $1', [id]);
      const edit = { revision: 1, title: `고친 ${round}`, body: '새 본문', keywords: [] };
      await Promise.all([
        user.browser.call('PUT /api/posts/{id}', { path: { id }, body: edit }),
        fillPostTexts(testApp.database),
      ]);
      expect(await textOf(id)).toBe(`\n${`고친 ${round}`}\t새본문`);
    }
  });
}
