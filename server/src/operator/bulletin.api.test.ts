import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { makePicture, makePost, makePostBody, makeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listAuditEntries } from '../audit.ts';

const testApp = await startTestApp({ caching: false });
const user = await makeUser(testApp);
const folder = makeFolder('operator');

const file = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

/** Adds an entry and returns its id. */
const add = async (kind: string, ...options: string[]) => {
  const { code, output, errors } = await operate(testApp, kind, 'add', ...options, '--json');
  expect([code, errors]).toEqual([0, '']);
  return (JSON.parse(output) as { id: string }).id;
};
const events = async () => (await user.browser.call('GET /api/events', {})).body.events;
const notices = async () => (await user.browser.call('GET /api/notices', {})).body.notices;
const facilityNotices = async () =>
  (
    await user.browser.call('GET /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'buildingNotice' },
    })
  ).body.posts;

test('[EN-06] event: has id, title, body, time and EventImg/{id}.png; a notice the same without image', async () => {
  const photo = await sharp({ create: { width: 1600, height: 400, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'secret camera' } })
    .jpeg()
    .toBuffer();
  const startedAt = Date.now();
  const id = await add(
    'event',
    '--title',
    ' 가을 대동제 ',
    '--body-file',
    await file('text.txt', '첫 줄\r\n둘째 줄\n'),
    '--image',
    await file('poster.jpg', photo),
  );
  const [event] = await events();
  expect(event).toEqual({
    id,
    title: '가을 대동제',
    body: '첫 줄\n둘째 줄',
    image: `/EventImg/${id}.png`,
    poster: expect.stringMatching(`^/EventImg/${id}\\.[\\w-]+\\.webp$`),
    createdAt: event?.createdAt,
  });
  expect(Math.abs(Date.parse(event?.createdAt ?? '') - startedAt)).toBeLessThan(60_000);

  const answer = await user.browser.send('GET', `/EventImg/${id}.png`);
  const image = Buffer.from(await answer.arrayBuffer());
  expect(image.includes('secret camera')).toBe(false);
  expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1080, height: 270 });
  const etag = answer.headers.get('etag') ?? '';
  const again = { headers: { 'If-None-Match': etag } };
  expect((await user.browser.send('GET', `/EventImg/${id}.png`, again)).status).toBe(304);
  expect((await testApp.browser().send('GET', `/EventImg/${id}.png`)).status).toBe(401);

  const noticeId = await add('notice', '--title', '점검', '--body', '새벽에 쉽니다');
  const [notice] = await notices();
  expect(notice).toEqual({
    id: noticeId,
    title: '점검',
    body: '새벽에 쉽니다',
    createdAt: notice?.createdAt,
  });
});

test('event: editable in part, its image replaceable and removable; a removed one leaves nothing', async () => {
  const picture = (background: string) => makePicture(20, 10, background);
  const id = await add('event', '--title', '처음', '--body', '본문');
  const read = async () => (await user.browser.call('GET /api/events/{id}', { path: { id } })).body;
  const edit = (...options: string[]) => operate(testApp, 'event', 'edit', id, ...options);
  expect((await read()).image).toBeNull();
  expect((await user.browser.send('GET', `/EventImg/${id}.png`)).status).toBe(404);

  await edit('--title', '다음', '--image', await file('red.png', await picture('red')));
  expect(await read()).toMatchObject({ title: '다음', body: '본문', image: `/EventImg/${id}.png` });
  const etagOf = async () =>
    (await user.browser.send('GET', `/EventImg/${id}.png`)).headers.get('etag') ?? '';
  const first = await etagOf();
  await edit('--image', await file('blue.png', await picture('blue')), '--reason', '포스터 교체');
  expect(await etagOf()).not.toBe(first);
  await edit('--no-image');
  expect((await read()).image).toBeNull();
  expect(await testApp.images.get(`EventImg/${id}.png`)).toBeNull();
  await edit('--image', await file('blue.png', await picture('blue')));

  expect(await operate(testApp, 'event', 'remove', id, '--reason', '날짜 오류')).toMatchObject({ code: 0 });
  expect((await events()).map((event) => event.id)).not.toContain(id);
  expect((await user.browser.send('GET', `/EventImg/${id}.png`)).status).toBe(404);
  expect(await testApp.images.get(`EventImg/${id}.png`)).toBeNull();
  expect(await testApp.database.rows('SELECT key FROM image_removals')).toEqual([]);
  const acts = await listAuditEntries(testApp.database, 6);
  expect(acts.map(({ action, target, reason }) => [action, target, reason])).toEqual([
    ['event remove', id, '날짜 오류'],
    ['event edit', id, null],
    ['event edit', id, null],
    ['event edit', id, '포스터 교체'],
    ['event edit', id, null],
    ['event add', id, null],
  ]);
});

test('facility notice: on its board without author; removing hides it, and is reversible', async () => {
  const id = await add('facility-notice', '--title', '단수 안내', '--body', '오후 2시부터');
  const row = await testApp.database.first('SELECT author_id, in_latest FROM posts WHERE id = $1', [id]);
  expect(row).toEqual({ author_id: null, in_latest: false });
  const { operatorLabel } = testApp.campus.settings;
  expect((await facilityNotices())[0]).toMatchObject({ id, title: '단수 안내', nickname: operatorLabel });
  await operate(testApp, 'facility-notice', 'edit', id, '--body', '오후 3시부터');
  const whole = await user.browser.call('GET /api/posts/{id}', { path: { id } });
  expect(whole.body).toMatchObject({
    title: '단수 안내',
    contents: [{ format: 'text', text: '오후 3시부터' }],
  });
  expect((await operate(testApp, 'facility-notice', 'remove', id)).code).toBe(0);
  expect((await facilityNotices()).map((post) => post.id)).not.toContain(id);
  expect((await operate(testApp, 'facility-notice', 'list')).output).toMatch(/단수 안내 +withdrawn/);
  expect(await operate(testApp, 'facility-notice', 'remove', id)).toMatchObject({
    code: 1,
    errors: `operator: facility-notice ${id} is withdrawn already`,
  });
  await operate(testApp, 'post', 'restore', id);
  expect((await facilityNotices())[0]?.id).toBe(id);
  // A user's post is refused by all of these commands.
  const other = await makePost(user);
  for (const words of [
    ['remove', other],
    ['edit', other, '--title', '내 글'],
  ] as const)
    expect((await operate(testApp, 'facility-notice', ...words)).errors).toContain('there is no');
});

test('[RO-06] students only read events, notices, hots and the facility notice board; the operator writes them', async () => {
  const [eventId, noticeId, facilityId] = [
    await add('event', '--title', '읽기 전용', '--body', '본문'),
    await add('notice', '--title', '읽기 전용', '--body', '본문'),
    await add('facility-notice', '--title', '읽기 전용', '--body', '본문'),
  ];
  const postId = await makePost(user);
  expect((await operate(testApp, 'hot', 'add', postId)).code).toBe(0);
  const [hot] = (await user.browser.call('GET /api/hots', {})).body.hots;
  const state = async () => [await events(), await notices(), await facilityNotices()];
  const before = await state();

  const entry = { title: '학생 글', body: '본문' };
  const attempts = [
    ...['events', 'notices', 'hots'].map((list) => ['POST', `/api/${list}`] as const),
    ...[`events/${eventId}`, `notices/${noticeId}`, `hots/${hot?.id}`, `posts/${facilityId}`].flatMap(
      (path) => (['PUT', 'PATCH', 'DELETE'] as const).map((method) => [method, `/api/${path}`] as const),
    ),
    ['PUT', `/EventImg/${eventId}.png`] as const,
  ];
  for (const [method, path] of attempts) {
    const { status } = await user.browser.send(method, path, { json: entry });
    expect([method, path, status === 404 || status === 405]).toEqual([method, path, true]);
  }
  const posted = await user.browser.call('POST /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'buildingNotice' },
    body: makePostBody(),
  });
  expect([posted.status, posted.problem?.code]).toEqual([403, 'board.readOnly']);
  expect(await state()).toEqual(before);
  expect((await user.browser.call('GET /api/hots', {})).body.hots).toEqual([hot]);
});

test('lists come as a table and as JSON', async () => {
  const id = await add('notice', '--title', '표와 JSON', '--body', '본문');
  expect((await operate(testApp, 'notice', 'list')).output.split('\n')[1]).toContain('표와 JSON');
  const lines = (await operate(testApp, 'notice', 'list', '--json')).output.split('\n');
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    id,
    title: '표와 JSON',
    body: '본문',
    createdAt: expect.any(String) as string,
  });
});

test('mistake: reported in one line, and nothing is written', async () => {
  const text = ['--title', '제목', '--body', '본문'];
  const noImage = await file('no-image.png', 'not a picture');
  const gif = await makePicture(4, 4, 'red', 'gif');
  const huge = await makePicture(5001, 5000, 'red');
  const unknown = '0192a000-0000-7000-8000-000000000000';
  const cases: [string[], RegExp][] = [
    [['event', 'add', '--title', '  ', '--body', '본문'], /the title must not be empty$/],
    [['event', 'add', '--title', '가\n나', '--body', '본문'], /the title must be one line$/],
    [['event', 'add', '--title', '가'.repeat(101), '--body', '본문'], /title is longer than 100 characters$/],
    [['event', 'add', '--title', '제목', '--body', ' '], /the text must not be empty$/],
    [['event', 'add', '--title', '제목'], /give the text with --body or --body-file$/],
    [['event', 'add', ...text, '--body-file', noImage], /give either --body or --body-file, not both$/],
    [['event', 'add', '--title', '제목', '--body-file', join(folder, 'none')], /there is no such file\)$/],
    [['event', 'add', '--title', '제목', '--body-file', folder], /is no file$/],
    [
      ['event', 'add', '--title', '제목', '--body-file', await file('latin', Buffer.from([0xff, 0xfe]))],
      /is no UTF-8 text$/,
    ],
    [['event', 'add', ...text, '--image', noImage], /no-image\.png is no PNG or JPEG that can be read$/],
    [['event', 'add', ...text, '--image', await file('x.png', gif)], /is no PNG or JPEG that can be read$/],
    [['event', 'add', ...text, '--image', await file('huge.png', huge)], /has more than 25 megapixels$/],
    [
      ['event', 'add', ...text, '--image', await file('large', Buffer.alloc(10 * 1024 * 1024 + 1))],
      /is larger than 10 MB$/,
    ],
    [['event', 'edit', unknown], /nothing to change/],
    [['event', 'edit', unknown, '--title', '제목'], /there is no event "0192a000-/],
    [['notice', 'edit', 'nonsense', '--title', '제목'], /there is no notice "nonsense"$/],
    [['event', 'remove', unknown], /there is no event/],
    [['notice', 'remove', unknown], /there is no notice/],
  ];
  const count = () =>
    testApp.database
      .first(`SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM audit) AS acts,
                                   (SELECT count(*) FROM image_removals) AS removals`);
  const before = await count();
  for (const [words, line] of cases) {
    const { code, output, errors } = await operate(testApp, ...words);
    expect([words, code, output]).toEqual([words, 1, '']);
    expect(errors).toMatch(/^operator: [^\n]+$/);
    expect(errors).toMatch(line);
  }
  for (const words of [
    ['event', 'add'],
    ['notice', 'add', ...text, '--image', noImage],
  ])
    expect((await operate(testApp, ...words)).code).toBe(2);
  expect(await count()).toEqual(before);
});

test('image store that is not writable: one clear line, and no event', async () => {
  const png = await makePicture(4, 4, 'red');
  const refuse = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const broken = { ...testApp, images: { ...testApp.images, put: refuse, remove: refuse } };
  const before = await events();
  const words = ['event', 'add', '--title', '제목', '--body', '본문', '--image', await file('a.png', png)];
  expect(await operate(broken, ...words)).toEqual({
    code: 1,
    output: '',
    errors: 'operator: the image could not be stored (ENOSPC); see `operator doctor`',
  });
  expect(await events()).toEqual(before);
  const id = await add('event', ...words.slice(2));
  const removed = await operate(broken, 'event', 'remove', id);
  expect([removed.code, removed.output]).toEqual([
    0,
    `its pictures could not be removed yet; a running server tries again every hour\nevent ${id} is removed`,
  ]);
  expect((await user.browser.send('GET', `/EventImg/${id}.png`)).status).toBe(404);
  expect(await testApp.database.rows('SELECT key FROM image_removals')).toEqual([
    { key: `EventImg/${id}.png` },
  ]);
});
