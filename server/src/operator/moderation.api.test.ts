import { describe, expect, test } from 'vitest';
import { openReplies } from '../../testing/event-reader.ts';
import { makePost, makeReply, makeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listAuditEntries } from '../audit.ts';

const testApp = await startTestApp({ caching: false });
const author = await makeUser(testApp);
const reader = await makeUser(testApp);

const hide = (what: 'post' | 'reply', id: string) => operate(testApp, what, 'hide', id, '--reason', '도배');
const restore = (what: 'post' | 'reply', id: string) => operate(testApp, what, 'restore', id);
const live = (postId: string) => openReplies(reader, postId, 0);
const post = async (id: string) => (await reader.browser.call('GET /api/posts/{id}', { path: { id } })).body;
const replies = async (id: string) =>
  (await reader.browser.call('GET /api/posts/{id}/replies', { path: { id } })).body.replies;

/** Returns the lists that contain this post. */
async function whereItStands(id: string): Promise<string[]> {
  const { browser } = author;
  const building = { path: { buildingId: 'hana-square' } };
  const lists = {
    recent: await browser.call('GET /api/buildings/{buildingId}/posts', building),
    popular: await browser.call('GET /api/buildings/{buildingId}/posts', {
      ...building,
      query: { order: 'popular' },
    }),
    latest: await browser.call('GET /api/posts/latest', {}),
    keyword: await browser.call('GET /api/keywords/{keywordId}/{categoryId}/posts', {
      path: { keywordId: 11, categoryId: 2 },
    }),
    own: await browser.call('GET /api/profile/posts', {}),
    scraps: await browser.call('GET /api/profile/scraps', {}),
  };
  const found = Object.entries(lists)
    .filter(([, { body }]) => body.posts.some((row) => row.id === id))
    .map(([name]) => name);
  const { hots } = (await browser.call('GET /api/hots', {})).body;
  if (hots.some(({ postId }) => postId === id)) found.push('hots');
  for (const path of [`/api/posts/${id}`, `/api/posts/${id}/replies`])
    if ((await browser.send('GET', path)).status === 200) found.push(path.replace(id, '{id}'));
  return found;
}

const EVERYWHERE = ['recent', 'popular', 'latest', 'keyword', 'own', 'scraps', 'hots'].concat([
  '/api/posts/{id}',
  '/api/posts/{id}/replies',
]);

describe('a post', () => {
  test('hidden post: gone for everybody, its author too; restoring brings it back unchanged', async () => {
    const id = await makePost(author, 'hana-square', { keywords: ['조용한 장소'] });
    await author.browser.call('PUT /api/posts/{id}/scrap', { path: { id } });
    await reader.browser.call('PUT /api/posts/{id}/like', { path: { id } });
    await makeReply(reader, id);
    await operate(testApp, 'hot', 'add', id);
    const before = await post(id);
    expect(await whereItStands(id)).toEqual(EVERYWHERE);
    expect(await hide('post', id)).toEqual({ code: 0, output: `post ${id} is hidden`, errors: '' });
    expect(await whereItStands(id)).toEqual([]);
    for (const [method, path] of [
      ['PUT', `/api/posts/${id}/like`],
      ['DELETE', `/api/posts/${id}/like`],
      ['PUT', `/api/posts/${id}/scrap`],
      ['GET', `/api/posts/${id}/replies/live`],
    ] as const)
      expect((await reader.browser.send(method, path)).status).toBe(404);
    await expect(makeReply(reader, id)).rejects.toThrow('resource.missing');
    expect((await restore('post', id)).code).toBe(0);
    expect(await whereItStands(id)).toEqual(EVERYWHERE);
    expect(await post(id)).toEqual(before);
    const acts = await listAuditEntries(testApp.database, 2);
    expect(acts.map(({ action, target, reason }) => [action, target, reason])).toEqual([
      ['post restore', id, null],
      ['post hide', id, '도배'],
    ]);
  });

  test('its open streams close within two seconds, and no other does', async () => {
    const [spam, fine] = [await makePost(author), await makePost(author)];
    const [first, second, other] = [await live(spam), await live(spam), await live(fine)];
    await hide('post', spam);
    await first.until(() => first.closed && second.closed, 2_000);
    expect(other.closed).toBe(false);
    other.cut();
    expect((await live(spam)).status).toBe(404);
  });

  test('is shown to the operator, hidden or not, with all replies', async () => {
    const id = await makePost(author, 'main-hall', { title: '보이는 글', body: '첫 줄\n둘째 줄' });
    const [first, second] = [await makeReply(reader, id, '첫째'), await makeReply(reader, id, '둘째')];
    await hide('reply', first.id);
    await hide('post', id);
    const shown = JSON.parse((await operate(testApp, 'post', 'show', id, '--json')).output) as {
      hiddenAt: string | null;
      replies: { id: string; hiddenAt: string | null }[];
    };
    expect(shown).toMatchObject({ id, title: '보이는 글', body: '첫 줄\n둘째 줄', replyCount: 1 });
    expect(shown.hiddenAt).not.toBeNull();
    expect(shown.replies.map((reply) => [reply.id, reply.hiddenAt !== null])).toEqual([
      [second.id, false],
      [first.id, true],
    ]);
    const { output } = await operate(testApp, 'post', 'show', id);
    expect(output).toMatch(/^body +첫 줄\n +둘째 줄$/m);
    expect(output).toMatch(new RegExp(`^${second.id} +2 .*둘째$`, 'm'));
  });
});

describe('a reply', () => {
  test('hidden reply: leaves list and count, keeps its number, and returns to its position', async () => {
    const id = await makePost(author);
    const made = [];
    for (const body of ['하나', '둘', '셋']) made.push(await makeReply(reader, id, body));
    const [, second, third] = made;
    expect((await hide('reply', third?.id ?? '')).code).toBe(0);
    expect([(await replies(id)).map(({ number }) => number), (await post(id)).replyCount]).toEqual([
      [1, 2],
      2,
    ]);
    expect((await makeReply(reader, id, '넷')).number).toBe(4);
    await hide('reply', second?.id ?? '');
    expect([(await replies(id)).map(({ number }) => number), (await post(id)).replyCount]).toEqual([
      [1, 4],
      2,
    ]);
    for (const reply of [second, third]) await restore('reply', reply?.id ?? '');
    expect([(await replies(id)).map(({ body }) => body), (await post(id)).replyCount]).toEqual([
      ['하나', '둘', '셋', '넷'],
      4,
    ]);
    const acts = (await listAuditEntries(testApp.database, 2)).map(({ action, target }) => [action, target]);
    expect(acts).toEqual([
      ['reply restore', third?.id],
      ['reply restore', second?.id],
    ]);
    const shown = JSON.parse((await operate(testApp, 'reply', 'show', third?.id ?? '', '--json')).output);
    expect(shown).toMatchObject({ id: third?.id, postId: id, number: 3, body: '셋', hiddenAt: null });
  });

  test('open streams: receive `removed` and `restored` without event id, and later replies', async () => {
    const id = await makePost(author);
    const reply = await makeReply(reader, id);
    const stream = await live(id);
    await stream.until(() => stream.replies.length === 1);
    await hide('reply', reply.id);
    await stream.until(() => stream.events.length === 2, 2_000);
    await makeReply(reader, id);
    await stream.until(() => stream.replies.length === 2, 2_000);
    await restore('reply', reply.id);
    await stream.until(() => stream.events.length === 4, 2_000);
    const data = JSON.stringify({ id: reply.id });
    expect(stream.events.map((event) => [event.name, event.id])).toEqual([
      ['reply', '1'],
      ['removed', null],
      ['reply', '2'],
      ['restored', null],
    ]);
    expect([stream.events[1]?.data, stream.events[3]?.data]).toEqual([data, data]);
    stream.cut();
  });

  test('stream opened after a reply was hidden: is notified of its restoring', async () => {
    const id = await makePost(author);
    const reply = await makeReply(reader, id);
    await hide('reply', reply.id);
    const stream = await live(id);
    await makeReply(reader, id);
    await stream.until(() => stream.replies.length === 1);
    expect(stream.events).toHaveLength(1);
    await restore('reply', reply.id);
    await stream.until(() => stream.events.length === 2, 2_000);
    expect(stream.events[1]?.name).toBe('restored');
    stream.cut();
  });

  test('counts stay true when replies come and go at once', async () => {
    const id = await makePost(author);
    const made = await Promise.all(Array.from({ length: 8 }, () => makeReply(reader, id)));
    await Promise.all([
      ...made.map((reply) => hide('reply', reply.id)),
      ...Array.from({ length: 6 }, () => makeReply(author, id)),
    ]);
    await Promise.all(made.slice(0, 3).map((reply) => restore('reply', reply.id)));
    const row = await testApp.database.first(
      `SELECT reply_count, last_reply_number,
              (SELECT count(*)::int FROM replies WHERE post_id = $1 AND hidden_at IS NULL) AS visible
         FROM posts WHERE id = $1`,
      [id],
    );
    expect(row).toEqual({ reply_count: 9, last_reply_number: 14, visible: 9 });
  });
});

test('[SF-16] lost signal: open streams catch up on their own', async () => {
  const [spam, fine] = [await makePost(author), await makePost(author)];
  const reply = await makeReply(reader, fine);
  const [closing, told] = [await live(spam), await live(fine)];
  await told.until(() => told.replies.length === 1);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [spam]);
  await testApp.database.change('UPDATE replies SET hidden_at = now() WHERE id = $1', [reply.id]);
  await testApp.database.change('UPDATE posts SET reply_count = 0 WHERE id = $1', [fine]);
  await closing.until(() => closing.closed, 8_000);
  await told.until(() => told.events.at(-1)?.name === 'removed', 8_000);
  expect(told.events.at(-1)).toEqual({ name: 'removed', id: null, data: JSON.stringify({ id: reply.id }) });
  told.cut();
});

test('unknown targets and repeated changes: refused with one line; hiding needs a reason', async () => {
  const id = await makePost(author);
  const reply = await makeReply(reader, id);
  const unknown = '0192a000-0000-7000-8000-000000000000';
  const before = await listAuditEntries(testApp.database, 1000);
  expect((await operate(testApp, 'post', 'hide', id)).code).toBe(2);
  for (const [what, real] of [
    ['post', id],
    ['reply', reply.id],
  ] as const) {
    for (const name of [unknown, 'nonsense', `${real}0`])
      for (const outcome of [
        await hide(what, name),
        await restore(what, name),
        await operate(testApp, what, 'show', name),
      ])
        expect(outcome).toEqual({ code: 1, output: '', errors: `operator: there is no ${what} "${name}"` });
    expect((await restore(what, real)).errors).toBe(`operator: ${what} ${real} is not hidden`);
  }
  expect(await listAuditEntries(testApp.database, 1000)).toEqual(before);
  await hide('reply', reply.id);
  expect((await hide('reply', reply.id)).errors).toBe(`operator: reply ${reply.id} is hidden already`);
  expect((await post(id)).replyCount).toBe(0);
});
