import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { makeUuid } from '../testing/makers.ts';
import { makePicture, makePhoto } from '../testing/picture.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { body, expectText, openWrite, submit, title, titlesOn } from '../testing/write-form.ts';

test.use({ edition: 'official' });

/** Each worker has a title of its own: others write on the board too. */
const typed = { title: `4층 자리 사진 ${makeUuid().slice(-6)}`, body: '창가가 밝아요.' };
const items = (page: Page): Locator => page.getByRole('main').locator('li[data-key]');
const description = (page: Page, place: number): Locator => page.getByLabel(`${place}번째 사진 설명`);

/** Pictures of different shapes, so that each is known by its width. */
const widths = [320, 360, 400, 440, 480, 520];
const files = (...places: number[]) =>
  places.map((place) => ({
    name: `${place}.png`,
    mimeType: 'image/png',
    buffer: makePicture(widths[place - 1], 300),
  }));

function attach(page: Page, ...places: number[]): Promise<void> {
  return page.getByLabel(/^사진 첨부/).setInputFiles(files(...places));
}

/** The attached pictures in their order, by their places in `widths`. */
async function expectOrder(page: Page, ...places: number[]): Promise<void> {
  await expect
    .poll(() =>
      items(page)
        .locator('img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
    )
    .toEqual(places.map((place) => widths[place - 1]));
}

async function openTyped(page: Page, text = typed): Promise<void> {
  await openWrite(page, '/building/law-hall');
  await title(page).fill(text.title);
  await body(page).fill(text.body);
}

/** The pictures of the newest post of the board, as the API has them. */
async function readPictures(page: Page): Promise<{ width: number; description: string }[]> {
  return page.evaluate(async () => {
    const list = (await (await fetch('/api/profile/posts')).json()) as {
      posts: { id: string; pictureCount: number }[];
    };
    const [newest] = list.posts;
    const post = (await (await fetch(`/api/posts/${newest?.id}`)).json()) as {
      contents: { format: string; width: number; description: string }[];
    };
    return post.contents.filter(({ format }) => format === 'image');
  });
}

test('[PI-01] up to five pictures are attached, put in order by buttons and by drag, taken out and described', async ({
  page,
  signIn,
  user,
}) => {
  await signIn(user);
  await openTyped(page);
  await attach(page, 1, 2, 3);
  await expectOrder(page, 1, 2, 3);
  await attach(page, 4, 5, 6);
  await expectAlert(page, '사진은 5장까지 올릴 수 있어요. 다른 것을 먼저 빼 주세요.');
  await expectOrder(page, 1, 2, 3, 4, 5);
  await page.getByRole('button', { name: '1번째 사진을 뒤로' }).click();
  await expectOrder(page, 2, 1, 3, 4, 5);
  await page.getByRole('button', { name: '5번째 사진을 앞으로' }).click();
  await expectOrder(page, 2, 1, 3, 5, 4);
  await expect(page.getByRole('button', { name: '1번째 사진을 앞으로' })).toBeDisabled();

  // By drag: the second one goes to the place of the fourth.
  const held = items(page).nth(1).locator('img');
  await held.scrollIntoViewIfNeeded();
  await held.hover();
  await page.mouse.down();
  const target = await items(page).nth(3).boundingBox();
  if (!target) throw new Error('no fourth picture');
  await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 12 });
  await page.mouse.up();
  await expectOrder(page, 2, 3, 5, 1, 4);

  await description(page, 1).fill('창가의 책상');
  await description(page, 4).fill(' 콘센트 두 개 ');
  await page.getByRole('button', { name: '3번째 사진 빼기' }).click();
  await expectOrder(page, 2, 3, 1, 4);
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  await expect(page.getByRole('article').filter({ hasText: '사진 4장' }).first()).toBeVisible();
  expect((await readPictures(page)).map(({ width, description: said }) => [width, said])).toEqual([
    [360, '창가의 책상'],
    [400, ''],
    [320, '콘센트 두 개'],
    [440, ''],
  ]);
});

test('[PI-01] a draft holds its pictures, their order and descriptions, over a reload and another visit', async ({
  page,
  signIn,
  user,
}) => {
  await signIn(user);
  await openTyped(page);
  await attach(page, 1, 2, 3);
  await expectOrder(page, 1, 2, 3);
  await description(page, 3).fill('복도 끝');
  await page.getByRole('button', { name: '3번째 사진을 앞으로' }).click();
  await expectOrder(page, 1, 3, 2);
  await page.reload();
  await expectText(page, typed);
  await expectOrder(page, 1, 3, 2);
  await expect(description(page, 2)).toHaveValue('복도 끝');
  await page.getByRole('button', { name: '뒤로', exact: true }).click();
  await openWrite(page, '/building/law-hall');
  await expectOrder(page, 1, 3, 2);
  // Thrown away and brought back.
  await page.getByRole('button', { name: '지우기' }).click();
  await expect(items(page)).toHaveCount(0);
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expectOrder(page, 1, 3, 2);
  await expect(description(page, 2)).toHaveValue('복도 끝');
});

test('[PI-01] what is chosen while a photo is still made smaller comes behind it', async ({
  page,
  signIn,
  user,
}) => {
  await signIn(user);
  await openTyped(page);
  const input = page.getByLabel(/^사진 첨부/);
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await makePhoto() };
  await input.setInputFiles(photo);
  await input.setInputFiles(files(1, 2));
  await expect(items(page)).toHaveCount(3);
  const shown = items(page).locator('img');
  const sizes = await shown.evaluateAll((images) =>
    images.map((image) => (image as HTMLImageElement).naturalWidth),
  );
  expect(sizes.slice(1)).toEqual([320, 360]);
});

test('[PI-01] an edit puts pictures in another order, takes one out, adds one and describes it', async ({
  page,
  signIn,
  user,
}) => {
  await signIn(user);
  await openTyped(page);
  await attach(page, 1, 2);
  await expectOrder(page, 1, 2);
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  await page.getByRole('link', { name: typed.title }).first().click();
  await page.getByRole('banner').getByRole('button', { name: '더보기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '수정', exact: true }).click();
  await expect(items(page)).toHaveCount(2);
  await attach(page, 3);
  await expect(items(page)).toHaveCount(3);
  await page.getByRole('button', { name: '1번째 사진 빼기' }).click();
  await page.getByRole('button', { name: '2번째 사진을 앞으로' }).click();
  await description(page, 1).fill('새 사진');
  await page.reload();
  await expect(items(page)).toHaveCount(2);
  await expect(description(page, 1)).toHaveValue('새 사진');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expectAlert(page, '수정했습니다.');
  await expectPath(page, /^\/post\//);
  expect((await readPictures(page)).map(({ width, description: said }) => [width, said])).toEqual([
    [400, '새 사진'],
    [360, ''],
  ]);
});

test('[PI-02] a photo is made smaller on the phone before it is sent, also on a slow one', async ({
  page,
  signIn,
  user,
}) => {
  test.slow();
  await signIn(user);
  await openTyped(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const photo = await makePhoto();
  expect(photo.length).toBeGreaterThan(7_000_000);
  // Of a body of bytes only the network itself tells the size.
  const sent: number[] = [];
  devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const told = new Headers(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
    if (told.get('content-type') === 'image/jpeg') sent.push(Number(told.get('content-length')));
  });
  await devtools.send('Network.enable');
  await page
    .getByLabel(/^사진 첨부/)
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('status').filter({ hasText: '알맞은 크기로 줄이는 중' })).toBeVisible();
  await expect(items(page)).toHaveCount(1, { timeout: 30_000 });
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toBeGreaterThan(10_000);
  expect(sent[0]).toBeLessThan(2_000_000);
  // What is shown of it is as large as that of the whole photo would be.
  expect((await readPictures(page))[0]?.width).toBe(1080);
});

test('[PI-02] each picture shows how far it has come; one that failed is tried again, and none is there twice', async ({
  page,
  signIn,
  user,
  makers,
  watch,
}) => {
  watch.expect(/Failed to load resource: net::ERR_FAILED/);
  await signIn(user);
  const once = { ...typed, title: `한 번만 올릴 글 ${makers.next()}` };
  await openTyped(page, once);
  await attach(page, 1, 2, 3);
  await expectOrder(page, 1, 2, 3);
  const names: string[] = [];
  let failing = true;
  await page.route('**/api/uploads/*', async (route) => {
    names.push(route.request().url());
    // The second one arrives, and its answer is lost.
    if (failing && new Set(names).size === 2) {
      failing = false;
      await route.fetch();
      await route.abort();
    } else await route.fallback();
  });
  await submit(page).click();
  await expectAlert(page, '마당 서버가 잠시 쉬고 있어요. 잠시 후 다시 시도해 주세요.');
  await expectText(page, once);
  const again = items(page).nth(1).getByRole('button', { name: '다시 시도' });
  await expect(again).toBeVisible();
  await expect(items(page).getByRole('button', { name: '다시 시도' })).toHaveCount(1);
  await again.click();
  await expect(again).toHaveCount(0);
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  // Three pictures under three names: the retry went under the name of before.
  expect(new Set(names).size).toBe(3);
  expect((await readPictures(page)).map(({ width }) => width)).toEqual([320, 360, 400]);
  expect((await titlesOn(user, 'law-hall')).filter((name) => name === once.title)).toHaveLength(1);
});

test('[PI-02] a slow line shows how far picture and whole have come; cancelled, nothing is posted or lost, and it is sent again', async ({
  page,
  signIn,
  user,
  makers,
}) => {
  await signIn(user);
  const slow = { ...typed, title: `사진이 큰 글 ${makers.next()}` };
  const countSlow = async () =>
    (await titlesOn(user, 'law-hall')).filter((name) => name === slow.title).length;
  await openTyped(page, slow);
  await page.getByLabel(/^사진 첨부/).setInputFiles({
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await makePhoto(900),
  });
  await expect(items(page)).toHaveCount(1);
  const devtools = await page.context().newCDPSession(page);
  const setSpeed = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await setSpeed(100_000);
  await submit(page).click();
  const shares = async () => {
    const bars = ['1번째 사진 올리는 중', '이미지 올리는 중'].map((name) =>
      page
        .getByRole('progressbar', { name, exact: true })
        .evaluate((bar: HTMLProgressElement) => bar.position),
    );
    const [one = 0, all = 0] = await Promise.all(bars);
    return Math.min(one, all);
  };
  const early = await shares();
  expect(early).toBeLessThan(1);
  await expect.poll(shares).toBeGreaterThan(early);
  await page.getByRole('button', { name: '올리기 취소' }).click();
  await expectAlert(page, '이미지 올리기를 취소했습니다. 쓰던 글은 그대로 있습니다.');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectText(page, slow);
  await expect(items(page)).toHaveCount(1);
  expect(await countSlow()).toBe(0);
  await setSpeed(-1);
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  expect(await countSlow()).toBe(1);
});
