import { afterAll, expect, test, vi } from 'vitest';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const user = await makeUser(testApp);
afterAll(() => vi.restoreAllMocks());

const ask = (title: string, body = '본문입니다', board = 'question') =>
  makePost(user, board, { title, body });
const similar = async (title: string) => {
  const answer = await user.browser.call('GET /api/search/similar', { query: { title } });
  expect(answer.status).toBe(200);
  return answer.body?.posts.map(({ id }) => id);
};

test('[FS-12] questions that share words with the title, the most alike first, whatever the particles', async () => {
  const printer = await ask('도서관 프린터 어디에 있나요');
  const color = await ask('컬러 프린터는 어디 있어요');
  const body = await ask('급해요', '도서관 프린터 쓰는 법 알려 주세요');
  await ask('도서관 프린터 자리', '건물 글', 'main-hall');
  await ask('기숙사 세탁기 고장');
  expect(await similar('도서관에서 프린터를')).toEqual([printer, body, color]);
  expect((await similar('프린터'))?.toSorted()).toEqual([printer, color, body].toSorted());
  expect(await similar('컬러 프린터 되는 곳 어디')).toEqual([color, printer, body]);
  expect(await similar('수영장 어디')).toEqual([]);
});

test('[FS-12] title of one letter, signs or nothing: no results; a long one is read partly', async () => {
  for (const title of ['', ' ', '프', '!!!', '%', '\\', "' OR 1=1"]) expect(await similar(title)).toEqual([]);
  const long = await ask('졸업 사진 촬영 학사복 대여 예약 날짜 장소 비용 정리');
  expect(await similar('졸업 사진 촬영 학사복 대여 예약 날짜 장소 비용 정리 '.repeat(8))).toEqual([long]);
  const { status } = await user.browser.call('GET /api/search/similar', {
    query: { title: '가'.repeat(1_501) },
  });
  expect(status).toBe(422);
});

test('[FS-12] at most five, the newest of those that are alike', async () => {
  const ids: string[] = [];
  for (let number = 0; number < 7; number += 1) ids.push(await ask(`계절학기 신청 ${number}`));
  expect(await similar('계절학기 신청')).toEqual(ids.toReversed().slice(0, 5));
});

test('[FS-12] frequent words: searched in the newest questions', async () => {
  await testApp.database.change(
    `WITH added AS (
       INSERT INTO posts (id, building_id, title, body, in_latest, created_at)
       SELECT gen_random_uuid(), 'question', '흔한질문', '흔한질문', true, now() - number * interval '1 minute'
         FROM generate_series(1, 3000) AS number RETURNING id, building_id, created_at)
     INSERT INTO post_texts SELECT id, building_id, created_at, E'\\n흔한질문\\t흔한질문' FROM added`,
  );
  await testApp.database.change('ANALYZE post_texts');
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 61_000);
  const rows = await testApp.database.rows<{ id: string }>(
    `SELECT id FROM posts WHERE title = '흔한질문' ORDER BY created_at DESC, id DESC LIMIT 5`,
  );
  expect(await similar('흔한질문')).toEqual(rows.map(({ id }) => id));
});
