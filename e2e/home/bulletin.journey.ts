import { seoulDateTime } from '../testing/campus-clock.ts';
import { answerProblem, holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, expectDecoded, header, navigationState, screenName } from '../testing/reading.ts';
import { backArrow, expectHome, expectPath } from '../testing/screens.ts';

const UNKNOWN = '01a1f325-0000-7000-8000-000000000000';

test('[RT-15] [SC-28] events and notices stand newest first, with preview, date and writer', async ({
  page,
  signIn,
  anybody,
}) => {
  const { events } = await anybody.client.ask('GET /api/events', {});
  const { notices } = await anybody.client.ask('GET /api/notices', {});
  await signIn();
  for (const [path, entries] of [
    ['/board/event', events],
    ['/board/notice', notices],
  ] as const) {
    await page.goto(path);
    const sorted = entries.toSorted((left, right) => right.createdAt.localeCompare(left.createdAt));
    expect(sorted.length).toBeGreaterThan(3);
    await expect(cardLinks(page)).toHaveText(sorted.map(({ title }) => title));
    for (const entry of sorted) {
      const card = page.getByRole('listitem').filter({ hasText: entry.title });
      await expect(card.getByText(entry.body.split('\n')[0] ?? '')).toBeVisible();
      await expect(card.getByText('마당 운영팀')).toBeVisible();
      await expect(card.locator('time')).toHaveText(seoulDateTime(entry.createdAt));
    }
  }
});

test('[SC-25] [SC-26] an event and a notice show title, body, writer and date; the event its image', async ({
  page,
  signIn,
  anybody,
}) => {
  // Ones of several lines, or the line breaks could not be missed.
  const { events } = await anybody.client.ask('GET /api/events', {});
  const { notices } = await anybody.client.ask('GET /api/notices', {});
  const event = events.find(({ body }) => body.includes('\n'));
  const notice = notices.find(({ body }) => body.includes('\n'));
  if (!event || !notice) throw new Error('an empty demo world');
  await signIn();
  for (const [path, entry] of [
    [`/board/event/${event.id}`, event],
    [`/board/notice/${notice.id}`, notice],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: entry.title })).toBeVisible();
    const article = page.getByRole('article');
    await expect(article.getByText('마당 운영팀', { exact: true })).toBeVisible();
    await expect(article.locator('time')).toHaveText(seoulDateTime(entry.createdAt));
    expect(await article.getByText(entry.body.split('\n')[0] ?? '').innerText()).toBe(entry.body);
    await expect(article.locator('img')).toHaveCount(path.startsWith('/board/event') ? 1 : 0);
  }
  await page.goto(`/board/event/${event.id}`);
  const image = page.getByRole('article').locator('img');
  await expect(image).toHaveAttribute('src', `/EventImg/${event.id}.png`);
  await expectDecoded(image);
});

test('[RT-20] an event and a notice paint at once from what the list knows, and go back there', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const list of ['/board/event', '/board/notice'] as const) {
    const detail = list === '/board/event' ? '**/api/events/*' : '**/api/notices/*';
    const held = await holdAnswers(page, 'GET', detail);
    await page.goto(list);
    const link = cardLinks(page).nth(2);
    const title = await link.innerText();
    await link.click();
    await expectPath(page, new RegExp(`^${list}/[^/]+$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('article').getByText('마당 운영팀')).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    expect(await navigationState(page)).toMatchObject({ from: list, entry: { title } });
    await expect.poll(held.count).toBe(1);
    held.release();

    // Still there after a reload, whether the entry keeps its state or not.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await backArrow(page).click();
    await expectPath(page, list);
  }
});

test('[RT-20] a slide of home carries its event along, and back leads home', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/');
  await page.getByRole('button', { name: '자동 넘김 멈추기' }).click();
  const slide = page.locator('[aria-roledescription=carousel]').getByRole('listitem').getByRole('link');
  const title = await slide.innerText();
  const held = await holdAnswers(page, 'GET', '**/api/events/*');
  await slide.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await navigationState(page)).toMatchObject({ from: '/', entry: { title } });
  await expect.poll(held.count).toBe(1);
  held.release();
  await backArrow(page).click();
  await expectHome(page);
});

test('[RT-20] opened by a shared link they load by id, and back leads to the list', async ({
  page,
  signIn,
  anybody,
}) => {
  const { events } = await anybody.client.ask('GET /api/events', {});
  const { notices } = await anybody.client.ask('GET /api/notices', {});
  await signIn();
  for (const [list, entry, title] of [
    ['/board/event', events[3], '이벤트'],
    ['/board/notice', notices[3], '공지사항'],
  ] as const) {
    const shared = await page.context().newPage();
    await shared.goto(`${list}/${entry?.id}`);
    expect(await navigationState(shared)).toBeNull();
    await expect(screenName(shared)).toHaveText(entry?.title ?? 'too few entries');
    await backArrow(shared).click();
    await expectPath(shared, list);
    await shared.goto(`${list}/${entry?.id}`);
    await header(shared).getByRole('link', { name: title }).click();
    await expectPath(shared, list);
  }
});

test('[RT-22] an unknown post, event or notice says so, with a way back', async ({ page, watch, signIn }) => {
  watch.expectStatus(404);
  await signIn();
  for (const id of [UNKNOWN, '1', 'no-such-thing', '%EC%97%86%EC%9D%8C']) {
    for (const [path, text, back] of [
      [`/post/${id}`, '삭제되었거나 없는 게시글입니다.', '/'],
      [`/board/event/${id}`, '삭제되었거나 없는 이벤트입니다.', '/board/event'],
      [`/board/notice/${id}`, '삭제되었거나 없는 공지사항입니다.', '/board/notice'],
      [`/hotpost/${id}`, '문제가 발생했습니다.', '/board/hot'],
    ] as const) {
      await page.goto(path);
      const message = page.getByRole('main').getByRole('alert');
      await expect(message).toContainText(text);
      await expectPath(page, path);
      await message.getByRole('link').click();
      await expectPath(page, back);
      await expect(screenName(page)).toBeAttached();
    }
  }
});

test('[RT-22] what is gone since the list was read says so too, however well the list remembers it', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(404);
  await signIn();
  const gone = { status: 404, code: 'resource.missing' } as const;
  for (const [list, api, text] of [
    ['/board/event', '**/api/events/*', '삭제되었거나 없는 이벤트입니다.'],
    ['/board/notice', '**/api/notices/*', '삭제되었거나 없는 공지사항입니다.'],
    ['/board/question', '**/api/posts/*-*-*', '삭제되었거나 없는 게시글입니다.'],
  ] as const) {
    await answerProblem(page, 'GET', api, gone);
    await page.goto(list);
    const title = await cardLinks(page).first().innerText();
    await cardLinks(page).first().click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(text);
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
    await backArrow(page).click();
    await expectPath(page, list);
  }
});
