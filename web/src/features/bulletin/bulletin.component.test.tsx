import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { board, makeEvent, makeNotice, makePost } from '../../testing/answers.ts';
import { hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectPath, expectTitles, main } from '../../testing/reading.ts';

const text = { body: '첫 줄입니다.\n둘째 줄입니다.\n\n둘째 문단입니다.' };
const event = { ...makeEvent(), ...text, image: '/EventImg/1.png', poster: null };
const notice = { ...makeNotice(), ...text };
const older = { createdAt: '2026-11-18T16:30:00.000Z' };
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/events': { events: [event, { ...makeEvent(), ...older, title: '지난 행사' }] },
  'GET /api/events/{id}': event,
  'GET /api/notices': { notices: [notice, { ...makeNotice(), ...older, title: '지난 공지' }] },
  'GET /api/notices/{id}': notice,
};
const kinds = [
  { list: '/board/event', name: '이벤트', entry: event, one: 'GET /api/events/{id}', past: '지난 행사' },
  { list: '/board/notice', name: '공지사항', entry: notice, one: 'GET /api/notices/{id}', past: '지난 공지' },
] as const;

const state = (): unknown => (window.history.state as { usr?: unknown } | null)?.usr ?? null;
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

for (const { list, name, entry, one, past } of kinds) {
  test(`[RT-15] [SC-25] [SC-26] [SC-28] ${list}: newest first with preview, date and writer; an entry is shown whole`, async () => {
    await openApp(list, answers);
    await expectTitles([entry.title, past]);
    const cards = main()
      .getAllByRole('listitem')
      .map((card) => within(card));
    for (const shown of ['마당 운영팀', '2026/11/20 12:00', '첫 줄입니다. 둘째 줄입니다.'])
      cards[0]?.getByText((_, element) => element?.textContent === shown, { selector: 'p, span, time' });
    cards[1]?.getByText('2026/11/19 01:30');
    await openApp(`${list}/${entry.id}`, answers);
    const article = within(await main().findByRole('article'));
    await heading(entry.title);
    for (const shown of ['마당 운영팀', '2026/11/20 12:00']) article.getByText(shown);
    expect(article.getByText(/^첫 줄입니다/).textContent).toBe(text.body);
    const images = [...document.querySelectorAll('article img')].map((image) => image.getAttribute('src'));
    expect(images).toEqual(list === '/board/event' ? ['/EventImg/1.png'] : []);
    expect(document.querySelector('article svg')).toBeNull();
  });

  test(`[RT-20] ${list}: an entry renders at once from the list, by link it loads by id; both link back`, async () => {
    const held = hold(entry);
    const server = await openApp(list, { ...answers, [one]: held.answer });
    await hands.click(await main().findByRole('link', { name: entry.title }));
    await expectPath(`${list}/${entry.id}`);
    await heading(entry.title);
    expect(main().queryByRole('status')).toBeNull();
    expect(state()).toMatchObject({ from: list, entry: { title: entry.title } });
    await waitFor(() => expect(server.asked(one)).toHaveLength(1));
    held.release();
    await press('뒤로');
    await expectPath(list);

    for (const back of [() => press('뒤로'), () => hands.click(screen.getByRole('link', { name }))]) {
      const shared = await openApp(`${list}/${entry.id}`, answers);
      await heading(entry.title);
      expect([state(), shared.asked(one).length]).toEqual([null, 1]);
      await back();
      await expectPath(list);
    }
  });
}

test('[RT-20] carousel slide: opens its event at once, and back leads home', async () => {
  const held = hold(event);
  await openApp('/', {
    ...answers,
    'GET /api/events': { events: [event] },
    'GET /api/events/{id}': held.answer,
  });
  await hands.click(await main().findByRole('link', { name: event.title }));
  await heading(event.title);
  expect(state()).toMatchObject({ from: '/', entry: { title: event.title } });
  await press('뒤로');
  await expectPath('/');
});

test('missing post: has its own title', async () => {
  const gone = { 'GET /api/posts/{id}': refuse('resource.missing') };
  const title = '삭제되었거나 없는 게시글';
  await openApp('/post/01a1f325-0000-7000-8000-000000000000', gone);
  await screen.findByRole('heading', { level: 1, name: title });
  expect(document.title).toBe(`${title} · 마당`);
});

test('[RT-22] unknown post, event or notice: shows a message with a way back, even if a list still has it', async () => {
  const gone = refuse('resource.missing');
  const post = makePost();
  const missing: Answers = {
    ...answers,
    'GET /api/events/{id}': gone,
    'GET /api/notices/{id}': gone,
    'GET /api/posts/{id}': gone,
    'GET /api/posts/{id}/replies': gone,
    'GET /api/buildings/{buildingId}': board('question', 'question', '질문 게시판'),
    'GET /api/buildings/{buildingId}/posts': { posts: [post], nextCursor: null },
  };
  for (const [from, list, title, said, back] of [
    ['/post', '/board/question', post.title, '삭제되었거나 없는 게시글입니다.', '/'],
    ['/board/event', '/board/event', event.title, '삭제되었거나 없는 이벤트입니다.', '/board/event'],
    ['/board/notice', '/board/notice', notice.title, '삭제되었거나 없는 공지사항입니다.', '/board/notice'],
  ] as const) {
    for (const id of ['01a1f325-0000-7000-8000-000000000000', '1', 'no-such-thing', '%EC%97%86%EC%9D%8C']) {
      await openApp(`${from}/${id}`, missing);
      const message = await main().findByRole('alert');
      expect(message.textContent).toContain(said);
      await expectPath(`${from}/${id}`);
      await hands.click(within(message).getByRole('link'));
      await expectPath(back);
    }
    await openApp(list, missing);
    await hands.click(await main().findByRole('link', { name: title }));
    expect((await main().findByRole('alert')).textContent).toContain(said);
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
    await press('뒤로');
    await expectPath(list);
  }
});

test('event without a picture: shows a generated one in list, home and detail', async () => {
  const plain = { ...makeEvent(), title: '가을 소풍' };
  const other = { ...makeEvent(), title: '봄 축제' };
  const drawn: Answers = {
    ...answers,
    'GET /api/events': { events: [plain, other, event] },
    'GET /api/events/{id}': plain,
  };
  /** First colour of each drawing; those of home rotate, so the first equals the last's. */
  const colours = () =>
    [...document.querySelectorAll('main li svg')].map((svg) =>
      svg.querySelector('path')?.getAttribute('fill'),
    );
  await openApp('/board/event', drawn);
  await main().findByText(plain.title);
  expect(new Set(colours()).size).toBe(2);
  for (const svg of document.querySelectorAll('main li svg'))
    expect(svg.getAttribute('aria-hidden')).toBe('true');
  const [colour] = colours();
  await openApp('/', drawn);
  await main().findAllByText(plain.title);
  expect(colours()[0]).toBe(colour);
  await openApp(`/board/event/${plain.id}`, drawn);
  await heading(plain.title);
  await waitFor(() => expect(document.querySelector('article svg path')?.getAttribute('fill')).toBe(colour));
  // A notice has no image.
  await openApp('/board/notice', drawn);
  await main().findByText(notice.title);
  expect(colours()).toEqual([]);
});
