import { expect, test } from 'vitest';
import { makePost, makeReply, makeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const writer = await makeUser(testApp);
const reader = await makeUser(testApp);

const view = (buildingId: string, { browser } = reader) =>
  browser.call('GET /api/buildings/{buildingId}/view', { path: { buildingId } });
const read = async (buildingId: string) => {
  const { answered, marked } = (await view(buildingId)).body;
  return { answered: answered.map(({ title }) => title), marked: marked.map(({ title }) => title) };
};
const accept = (id: string, replyId: string | null) =>
  writer.browser.call('PUT /api/posts/{id}/accepted', { path: { id }, body: { replyId } });
/** Creates a solved question with its accepted reply. */
async function makeSolved(title: string, body = '알려 주세요') {
  const id = await makePost(writer, 'question', { title, body });
  const reply = await makeReply(reader, id);
  await accept(id, reply.id);
  return { id, reply };
}

test('[PL-02] lists the newest solved questions that name the building, by name or alias', async () => {
  expect(await read('main-hall')).toEqual({ answered: [], marked: [] });
  await makeSolved('본관 정수기는 몇 층인가요');
  await makeSolved('의과대학 본관 정수기는 몇 층인가요');
  await makeSolved('프린트 어디서 하나요', '과도에서 하고 싶어요');
  await makePost(writer, 'question', { title: '본관에 자판기 있나요' });
  expect((await read('main-hall')).answered).toEqual(['본관 정수기는 몇 층인가요']);
  expect((await read('medical-college')).answered).toEqual(['의과대학 본관 정수기는 몇 층인가요']);
  expect((await read('science-library')).answered).toEqual(['프린트 어디서 하나요']);

  // Changes are visible to all users at once.
  const { id, reply } = await makeSolved('본관은 언제 닫나요');
  const both = ['본관은 언제 닫나요', '본관 정수기는 몇 층인가요'];
  expect((await read('main-hall')).answered).toEqual(both);
  await accept(id, null);
  expect((await read('main-hall')).answered).toEqual(both.slice(1));
  await accept(id, reply.id);
  expect((await read('main-hall')).answered).toEqual(both);
  // The operator's command runs in another process.
  const answered = async () => (await read('main-hall')).answered;
  for (const [kind, act, thing, titles] of [
    ['reply', 'hide', reply.id, both.slice(1)],
    ['reply', 'restore', reply.id, both],
    ['post', 'hide', id, both.slice(1)],
  ] as const) {
    await operate(testApp, kind, act, thing, '--reason', '광고');
    await expect.poll(answered, { timeout: 3_000 }).toEqual(titles);
  }
});

test('[PL-02] the five newest posts of its board that have a place keyword', async () => {
  const board = 'hana-square';
  await makePost(writer, board, { title: '그냥 글' });
  const [keyword = ''] = testApp.campus.settings.keywords.map(
    (one) => `${one} ${testApp.campus.settings.placeWord}`,
  );
  const titles = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    titles.unshift(`콘센트 ${number}`);
    await makePost(writer, board, { title: `콘센트 ${number}`, keywords: [keyword] });
  }
  await makePost(writer, 'law-hall', { title: '다른 건물', keywords: [keyword] });
  expect((await read(board)).marked).toEqual(titles.slice(0, 5));
  const newest = (await view(board)).body.marked[0]?.id ?? '';
  await operate(testApp, 'post', 'hide', newest, '--reason', '광고');
  await expect.poll(async () => (await read(board)).marked, { timeout: 3_000 }).toEqual(titles.slice(1, 6));
});

test('unknown buildings and boards without view: no view', async () => {
  for (const id of ['question', 'freedom', 'no-such-building']) expect((await view(id)).status).toBe(404);
});
