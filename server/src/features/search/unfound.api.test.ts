import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePost, makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createLog } from '../../log/log.ts';
import { endSearchDays } from './unfound.ts';

const lines: string[] = [];
let testApp: TestApp;
let students: MadeUser[];
beforeAll(async () => {
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  testApp = await startTestApp({ edition: 'official', log });
  students = [];
  for (let number = 0; number < 6; number += 1) students.push(await makeUser(testApp));
});
beforeEach(async () => {
  await testApp.app.tally.flush();
  for (const table of [
    'search_misses',
    'search_day_keys',
    'unfound_terms',
    'analytics_events',
    'analytics_days',
  ])
    await testApp.database.change(`DELETE FROM ${table}`);
});

const search = async (student: MadeUser | undefined, query: string) => {
  const answer = await student?.browser.call('GET /api/search', { query: { query } });
  expect(answer?.status).toBe(200);
  return answer?.body;
};
const stats = async (by: 'unfound' | 'search') => {
  await testApp.app.tally.flush();
  const { output } = await operate(testApp, 'stats', '--by', by, '--csv');
  return output.split('\n').slice(1).filter(Boolean);
};
const terms = async () => (await stats('unfound')).map((line) => line.slice('2026-03-02,'.length));
const endDay = (days: number) =>
  testApp.database.transaction(async (transaction) => {
    for (const table of ['search_misses', 'search_day_keys'])
      await transaction.change(`UPDATE ${table} SET day = day - $1::int`, [days]);
    await endSearchDays(transaction, 'Asia/Seoul');
  });

describe('[FS-10] searches without result', () => {
  test('leaves no pseudonym or key in database pages after its day', async () => {
    await search(students[0], '빙상장');
    const pages = () =>
      testApp.database.rows(
        `SELECT relname::text AS table, pg_relation_size(oid)::int AS size FROM pg_class
          WHERE relname IN ('search_misses', 'search_day_keys') ORDER BY relname`,
      );
    expect(await pages()).toEqual([
      { table: 'search_day_keys', size: expect.any(Number) },
      { table: 'search_misses', size: 8_192 },
    ]);
    await endDay(1);
    expect(await pages()).toEqual([
      { table: 'search_day_keys', size: 0 },
      { table: 'search_misses', size: 0 },
    ]);
  });

  test('shown from five different students on, to the operator only, during and after the day', async () => {
    for (const student of students.slice(0, 4)) await search(student, '수영장');
    for (let time = 0; time < 9; time += 1) await search(students[0], '수영장에서');
    expect(await terms()).toEqual([]);
    await search(students[4], ' 수영 장 ');
    expect(await terms()).toEqual([]);
    await search(students[4], '수영장은');
    expect(await terms()).toEqual(['수영장,5']);
    await search(students[5], '수영장');
    await search(students[5], '볼링장');
    expect(await terms()).toEqual(['수영장,6']);
    await endDay(1);
    expect(await terms()).toEqual(['수영장,6']);
    // Terms of fewer students leave no trace, and nothing identifies a student.
    const left = await testApp.database.first<{ misses: number; keys: number; terms: number }>(
      `SELECT (SELECT count(*)::int FROM search_misses) AS misses, (SELECT count(*)::int FROM search_day_keys) AS keys,
              (SELECT count(*)::int FROM unfound_terms) AS terms`,
    );
    expect(left).toEqual({ misses: 0, keys: 0, terms: 1 });
    await testApp.database.change('UPDATE unfound_terms SET day = day - 366');
    await endDay(0);
    expect(await testApp.database.rows('SELECT term FROM unfound_terms')).toEqual([]);
  });

  test('days are not combined: five students on two days are not five on one', async () => {
    for (const student of students.slice(0, 3)) await search(student, '노래방');
    await endDay(1);
    for (const student of students.slice(3)) await search(student, '노래방');
    expect(await terms()).toEqual([]);
  });

  test('counts only searches without posts and places, not one letter, signs or typed titles', async () => {
    await makePost(students[0] as MadeUser, 'main-hall', { title: '볼링공 나눔' });
    for (const student of students) {
      await search(student, '볼링공');
      await search(student, '볼링공까지');
      await search(student, '도서관');
      await search(student, '뷁');
      await search(student, '!!!');
      await student.browser.call('GET /api/search/similar', { query: { title: '주짓수 도장' } });
    }
    expect(await testApp.database.rows('SELECT term FROM search_misses')).toEqual([]);
    expect(await stats('search')).toContainEqual(expect.stringMatching(/,30,0$/));
    await search(students[0], '주짓수');
    expect((await stats('search')).at(-1)).toMatch(/,31,1$/);
  });

  test('formula-like text or quotes: one text cell', async () => {
    for (const student of students) await search(student, '=cmd,calc"열기');
    expect(await terms()).toEqual([`"cmd calc""열기",6`]);
  });

  test('searches: answered even if the count cannot be written', async () => {
    await testApp.database.change('ALTER TABLE search_misses RENAME TO away');
    try {
      expect((await search(students[0], '수영장'))?.posts).toEqual([]);
    } finally {
      await testApp.database.change('ALTER TABLE away RENAME TO search_misses');
    }
  });
});

describe('[SF-35] stored data and logs: reveal neither who searched nor hidden posts', () => {
  test('rows, backups and log lines: contain neither student nor query', async () => {
    lines.length = 0;
    await search(students[0], '비밀스러운검색어');
    await search(students[1], '비밀스러운검색어');
    const rows = await testApp.database.rows<{ term: string; pseudonym: Uint8Array }>(
      'SELECT term, pseudonym FROM search_misses',
    );
    expect(new Set(rows.map(({ pseudonym }) => Buffer.from(pseudonym).toString('hex'))).size).toBe(2);
    const kinds = await testApp.database.rows<{ kind: string; persistence: string }>(
      `SELECT relname AS kind, relpersistence::text AS persistence FROM pg_class
        WHERE relname IN ('search_misses', 'search_day_keys') ORDER BY relname`,
    );
    expect(kinds.map(({ persistence }) => persistence)).toEqual(['u', 'u']);
    const log = lines.join('\n');
    expect(log).toContain('/api/search');
    for (const secret of ['비밀스러운', encodeURIComponent('비밀'), students[0]?.id ?? '', 'query='])
      expect(log).not.toContain(secret);
  });

  test('pseudonym: changes every day', async () => {
    const pseudonym = async () => {
      await search(students[0], '테니스장');
      const row = await testApp.database.first<{ pseudonym: Uint8Array }>(
        'SELECT pseudonym FROM search_misses',
      );
      return Buffer.from(row?.pseudonym ?? []).toString('hex');
    };
    const first = await pseudonym();
    await endDay(1);
    expect(await pseudonym()).not.toBe(first);
  });

  test('withdrawal: deletes the student’s searches of the day', async () => {
    const leaver = await makeUser(testApp);
    await search(leaver, '테니스장');
    await search(students[0], '테니스장');
    await leaver.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    expect(await testApp.database.rows('SELECT term FROM search_misses')).toHaveLength(1);
  });

  test('a hidden post changes no answer, order, count, similar question or number of the operator', async () => {
    const author = students[0] as MadeUser;
    const texts = [1, 2, 3].map((number) => ({ title: `양궁장 소식 ${number}`, body: '양궁장 본문' }));
    const ids: string[] = [];
    for (const text of texts) ids.push(await makePost(author, 'question', text));
    const all = async () => {
      const views = [];
      for (const query of [
        { query: '양궁장' },
        { query: '양궁장', order: 'recent' as const },
        { query: '양' },
      ])
        views.push((await author.browser.call('GET /api/search', { query })).body);
      views.push(
        (await author.browser.call('GET /api/search/similar', { query: { title: '양궁장 소식' } })).body,
      );
      return JSON.stringify(views);
    };
    const before = await all();
    const secret = await makePost(author, 'question', { title: '양궁장 소식 비밀', body: '양궁장 비밀' });
    expect(await all()).toContain(secret);
    await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [secret]);
    expect(await all()).toBe(before);
    await search(author, '양궁장 비밀');
    const row = await testApp.database.first<{ term: string }>('SELECT term FROM search_misses');
    expect(row?.term).toBe('양궁장 비밀');
  });

  test('another user’s bookmarks and blocks: change no answer, order or mark of others', async () => {
    const [author, other, reader] = students as [MadeUser, MadeUser, MadeUser];
    const ids: string[] = [];
    for (const number of [1, 2, 3])
      ids.push(
        await makePost(author, 'question', { title: `승마장 소식 ${number}`, body: '승마장 어디로 가나요' }),
      );
    const all = async () => {
      const views = [];
      for (const order of ['relevant', 'recent'] as const)
        views.push(
          (await reader.browser.call('GET /api/search', { query: { query: '승마장', order } })).body,
        );
      for (const user of [reader, author]) {
        const title = { query: { title: '승마장 소식' } };
        views.push((await user.browser.call('GET /api/search/similar', title)).body);
        const marks = { query: { ids: ids.join() } };
        views.push((await user.browser.call('GET /api/posts/marks', marks)).body);
      }
      return JSON.stringify(views);
    };
    const before = await all();
    expect(before).toContain(ids[0]);
    const path = { path: { id: ids[0] ?? '' } };
    expect((await other.browser.call('PUT /api/posts/{id}/scrap', path)).status).toBe(200);
    expect((await other.browser.call('PUT /api/posts/{id}/block', path)).status).toBe(204);
    expect(await all()).toBe(before);
    // After blocking, the answer is the same; only the marks collapse posts.
    const own = (await other.browser.call('GET /api/posts/marks', { query: { ids: ids.join() } })).body;
    expect(own?.scrapped).toEqual([ids[0]]);
    // Without order: marks are looked up by id.
    expect(own?.folded?.toSorted()).toEqual(ids.toSorted());
  });
});
