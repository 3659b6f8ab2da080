import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { expectHome, expectPath } from '../testing/screens.ts';

// `carousel.component.test.tsx` tests when the carousel moves and pauses.

const carousel = (page: Page) => page.locator('[aria-roledescription=carousel]');
/** The visible slide; the others and copies are hidden from screen readers. */
const shownSlide = (page: Page) => carousel(page).getByRole('listitem').getByRole('link');
/** The dots are the carousel's only buttons except for pause. */
const dots = (page: Page) => carousel(page).getByRole('button', { name: /번째/ });

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;

test('[SC-01] [SC-02] event carousel: one slide every 2000 ms in 300 ms, dots, no arrows, loops, swipeable @full', async ({
  page,
  signIn,
  anybody,
}) => {
  const { events } = await anybody.client.ask('GET /api/events', {});
  const [first, last] = [events[0]?.title ?? '', events.at(-1)?.title ?? ''];
  await signIn();
  await page.addInitScript(() => {
    const seen: { kind: string; at: number; elapsed: number }[] = [];
    Object.assign(window, { slides: seen });
    for (const kind of ['transitionstart', 'transitionend'] as const) {
      document.addEventListener(
        kind,
        (event) => {
          const row = event.target instanceof HTMLUListElement && event.propertyName === 'transform';
          if (row) seen.push({ kind, at: event.timeStamp, elapsed: event.elapsedTime });
        },
        true,
      );
    }
  });
  await page.goto('/');
  const read = (kind: string) =>
    page.evaluate((wanted) => {
      const { slides } = window as unknown as { slides: { kind: string; at: number; elapsed: number }[] };
      return slides.filter((slide) => slide.kind === wanted);
    }, kind);
  await expect.poll(async () => (await read('transitionend')).length, { timeout: 20_000 }).toBeGreaterThan(5);
  const starts = (await read('transitionstart')).map(({ at }) => at);
  const periods = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  // Single frames may be late on a busy machine; delays must not add up.
  expect(Math.abs(median(periods) - 2000)).toBeLessThan(40);
  const ends = await read('transitionend');
  for (const end of ends) expect(end.elapsed).toBeCloseTo(0.3, 3);
  expect(Math.abs(median(ends.map(({ at }, index) => at - (starts[index] ?? 0))) - 300)).toBeLessThan(40);

  const stop = carousel(page).getByRole('button', { name: /멈추기/ });
  await stop.click();
  await expect(dots(page)).toHaveCount(events.length);
  // Except for the dots, the only button pauses the carousel.
  await expect(carousel(page).getByRole('button')).toHaveCount(events.length + 1);
  for (const [index, event] of events.entries()) {
    await dots(page).nth(index).click();
    await expect(shownSlide(page)).toHaveText(event.title);
    await expect(shownSlide(page)).toHaveAttribute('href', `/board/event/${event.id}`);
    await expect(dots(page).nth(index)).toHaveAttribute('aria-current', 'true');
    const poster = shownSlide(page).locator('img');
    await expect(poster).toHaveAttribute(
      'src',
      new RegExp(`^/EventImg/${event.id}\\.(png|[\\w-]{16}\\.webp)$`),
    );
    await expect
      .poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(poster).toBeInViewport({ ratio: 0.9 });
  }

  await test.step('it loops forwards by itself and backwards under a finger', async () => {
    await expect(shownSlide(page)).toHaveText(last);
    await carousel(page).getByRole('button', { name: /시작/ }).click();
    await expect(shownSlide(page)).toHaveText(first);
    await expect(shownSlide(page)).toBeInViewport({ ratio: 0.9 });
    await stop.click();
    await dots(page).first().click();
    await expect(shownSlide(page)).toBeInViewport({ ratio: 0.9 });
    const slide = await shownSlide(page).boundingBox();
    if (!slide) throw new Error('no slide');
    const touch = await page.context().newCDPSession(page);
    const y = slide.y + slide.height / 2;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 60, y }] });
    for (const x of [90, 140, 200, 260]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(shownSlide(page)).toHaveText(last);
    await expect(shownSlide(page)).toBeInViewport({ ratio: 0.9 });
    await expectPath(page, '/');
  });

  await test.step('the dots are close together, each still easy to hit; a tabbed slide keeps its place', async () => {
    const boxes = await dots(page).evaluateAll((all) =>
      all.map((dot) => dot.getBoundingClientRect().toJSON() as DOMRect),
    );
    for (const [index, box] of boxes.entries()) {
      expect([box.width, box.height]).toEqual([24, 44]);
      if (index > 0) expect(box.x - (boxes[index - 1]?.x ?? 0)).toBe(24);
    }
    await dots(page).first().focus();
    await page.keyboard.press('Shift+Tab');
    await expect(shownSlide(page)).toBeFocused();
  });
});

test('[SC-03] [RT-18] six tiles in three columns; Escape, close button and back close the board chooser, whose links work', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/building');
  await page.goto('/');
  const boxes = [];
  for (const name of ['질문 게시판', '이벤트/공지', '시설 공지', '최신글', '인기글', '축제 게시판']) {
    const role = name === '이벤트/공지' ? 'button' : 'link';
    const box = await page.getByRole('main').getByRole(role, { name, exact: true }).boundingBox();
    boxes.push([Math.round(box?.x ?? -1), Math.round(box?.y ?? -1)] as const);
  }
  const [lefts, tops] = [boxes.map(([x]) => x), boxes.map(([, y]) => y)];
  const columns = [...new Set(lefts)].toSorted((one, other) => one - other);
  expect(columns).toHaveLength(3);
  expect(lefts).toEqual([...columns, ...columns]);
  const [first = 0, , , second = 0] = tops;
  expect(tops).toEqual([first, first, first, second, second, second]);
  expect(second).toBeGreaterThan(first);

  const tile = page.getByRole('button', { name: '이벤트/공지', exact: true });
  const chooser = page.getByRole('dialog');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => chooser.getByRole('button', { name: '닫기' }).click(),
    () => page.goBack(),
  ]) {
    await tile.click();
    await expect(chooser).toBeVisible();
    expect(await chooser.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    await leave();
    await expect(chooser).toBeHidden();
    await expect(tile).toBeFocused();
    await expectHome(page);
  }
  await tile.click();
  await expect(chooser.getByRole('link')).toHaveText(['이벤트', '공지사항']);
  await chooser.getByRole('link', { name: '공지사항' }).click();
  await expectPath(page, '/board/notice');
  await page.getByRole('button', { name: '뒤로' }).click();
  await expectHome(page);
  await expect(chooser).toBeHidden();
});
