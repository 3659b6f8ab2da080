import { expect, test } from 'vitest';
import { makePost, makeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { upsertBoards } from '../features/campus/index.ts';
import { listAuditEntries } from '../audit.ts';

const testApp = await startTestApp({ caching: false });
const user = await makeUser(testApp);

const building = (...words: string[]) => operate(testApp, 'building', ...words);
const read = (buildingId: string) =>
  user.browser.call('GET /api/buildings/{buildingId}', { path: { buildingId } });
/** Repeats the step of every server start. */
const restart = () => upsertBoards(testApp.database, testApp.campus.boards);

test('building added by the operator: exists, accepts posts and survives a restart', async () => {
  const options = ['--name', '새누리관', '--category', '인문', '--info', '새로 지은 건물입니다.'];
  expect((await building('add', 'future-hall-2', ...options)).code).toBe(0);
  // Repeating it is no second action.
  expect((await building('add', 'future-hall-2', ...options)).output).toBe(
    'building future-hall-2 is there already',
  );
  await restart();
  expect((await read('future-hall-2')).body).toEqual({
    id: 'future-hall-2',
    name: '새누리관',
    category: '인문',
    info: '새로 지은 건물입니다.',
    kind: 'building',
    picture: '/campus/buildings/placeholder.svg',
  });
  const { buildings } = (await user.browser.call('GET /api/buildings', {})).body;
  expect(buildings).toHaveLength(49);
  await makePost(user, 'future-hall-2');
  expect((await building('list')).output).toMatch(/^future-hall-2 +새누리관 +인문 +새로 지은/m);
  expect((await building('list', '--json')).output.split('\n')).toHaveLength(49);
});

test('operator’s edits: take precedence over the campus folder; other values follow it', async () => {
  expect((await building('edit', 'main-hall', '--info', '공사 중입니다.', '--reason', '공사')).code).toBe(0);
  const folder = testApp.campus.boards.map((board) =>
    board.id === 'main-hall' || board.id === 'west-hall' ? { ...board, info: '폴더의 새 글' } : board,
  );
  await upsertBoards(testApp.database, folder);
  expect((await read('main-hall')).body).toMatchObject({ name: '본관', info: '공사 중입니다.' });
  expect((await read('west-hall')).body.info).toBe('폴더의 새 글');
  expect((await listAuditEntries(testApp.database, 1))[0]).toMatchObject({
    action: 'building edit',
    target: 'main-hall',
    reason: '공사',
  });
});

test('new category: also applies to the building’s posts in keyword browsing', async () => {
  const id = await makePost(user, 'hana-square', { keywords: ['조용한 장소'] });
  const browse = async (categoryId: number) => {
    const answer = await user.browser.call('GET /api/keywords/{keywordId}/{categoryId}/posts', {
      path: { keywordId: 11, categoryId },
    });
    return answer.body.posts.map((post) => post.id);
  };
  expect([await browse(1), await browse(2)]).toEqual([[], [id]]);
  await building('edit', 'hana-square', '--category', '인문');
  expect([await browse(1), await browse(2)]).toEqual([[id], []]);
});

test('building: removable only without posts, hidden ones included; a restart does not restore it', async () => {
  const postId = await makePost(user, 'ice-rink');
  await operate(testApp, 'post', 'hide', postId, '--reason', '시험');
  expect(await building('remove', 'ice-rink')).toEqual({
    code: 1,
    output: '',
    errors: 'operator: building ice-rink has posts, hidden ones included, so it stays',
  });
  expect((await building('remove', 'pi-ville', '--reason', '철거')).code).toBe(0);
  await restart();
  expect((await read('pi-ville')).status).toBe(404);
  expect((await read('ice-rink')).status).toBe(200);
  const options = ['--name', '파이빌', '--category', '인문', '--info', '다시 열었습니다.'];
  expect((await building('add', 'pi-ville', ...options)).code).toBe(0);
  await restart();
  expect((await read('pi-ville')).body.info).toBe('다시 열었습니다.');
});

test('special boards and wrong values are refused with one line', async () => {
  const texts = ['--name', '이름', '--category', '인문', '--info', '설명'];
  const cases: [string[], string][] = [
    [['add', 'main-hall', ...texts], 'there is a building or board "main-hall" already'],
    [['add', 'question', ...texts], 'there is a building or board "question" already'],
    [['add', '한글', ...texts], 'the id "한글" is not 1 to 60 letters, digits or hyphens'],
    [
      ['add', 'new', '--name', '이름', '--category', '예술', '--info', '설명'],
      `the category "예술" is none of ${testApp.campus.settings.categories.map(({ name }) => name).join(', ')}`,
    ],
    [['add', 'new', '--name', ' ', '--category', '인문', '--info', '설명'], 'the name must not be empty'],
    [['edit', 'question', '--name', '질문'], 'there is no building "question"'],
    [['edit', 'nowhere', '--name', '이름'], 'there is no building "nowhere"'],
    [['edit', 'main-hall'], 'nothing to change: give --name, --category, --info or --seats'],
    [['edit', 'main-hall', '--name', '가'.repeat(61)], 'the name is longer than 60 characters'],
    [['remove', 'festival'], 'there is no building "festival"'],
  ];
  const before = await listAuditEntries(testApp.database, 1000);
  for (const [words, line] of cases)
    expect(await building(...words)).toEqual({ code: 1, output: '', errors: `operator: ${line}` });
  expect(await listAuditEntries(testApp.database, 1000)).toEqual(before);
  expect((await building('add', 'new')).code).toBe(2);
});
