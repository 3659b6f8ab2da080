import { expect, test } from '../testing/fixtures.ts';
import { makePhoto } from '../testing/picture.ts';
import {
  attachPictures,
  expectOrder,
  files,
  makeTyped,
  openTyped,
  readPictures,
  tiles,
} from '../testing/picture-form.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { expectText, submit, titlesOn } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const typed = makeTyped();

test('[PI-01] [PI-02] photo: reduced before upload, later ones queue; slow uploads show progress, and a cancelled post loses nothing', async ({
  page,
  user,
  makers,
}) => {
  const slow = { ...typed, title: `사진이 큰 글 ${makers.next()}` };
  const countSlow = async () =>
    (await titlesOn(user, 'law-hall')).filter((name) => name === slow.title).length;
  await openTyped(page, slow);
  const devtools = await page.context().newCDPSession(page);
  const setSpeed = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  // Only the network reports the size of a binary body.
  const sent: number[] = [];
  devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const told = new Headers(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
    if (told.get('content-type') === 'image/jpeg') sent.push(Number(told.get('content-length')));
  });
  await devtools.send('Network.enable');

  await page.evaluate(() => {
    const decode = window.createImageBitmap.bind(window);
    const phoneIsFast = new Promise<void>((resolve) => Object.assign(window, { goOn: resolve }));
    window.createImageBitmap = async (image: ImageBitmapSource) => {
      await phoneIsFast;
      return decode(image);
    };
  });
  const input = page.getByLabel(/^사진 첨부/);
  const photo = await makePhoto(2_400);
  await input.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('status').filter({ hasText: '알맞은 크기로 줄이는 중' })).toBeVisible();
  await input.setInputFiles(files(1, 2));
  await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn());
  await expect(tiles(page)).toHaveCount(3);

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
  await expect(tiles(page)).toHaveCount(3);
  expect(await countSlow()).toBe(0);
  await setSpeed(-1);
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  expect(await countSlow()).toBe(1);
  // After one cancellation the photo was sent twice.
  expect(sent).toHaveLength(2);
  expect(Math.min(...sent)).toBeGreaterThan(10_000);
  expect(Math.max(...sent)).toBeLessThan((photo.length * 3) / 4);
  // Both variants are as large as those of the whole photo.
  expect((await readPictures(page)).map(({ width }) => width)).toEqual([1440, 320, 360]);
});

test('[PI-02] pictures: each shows its progress; a failed one is retried, and none is duplicated @full', async ({
  page,
  user,
  makers,
  watch,
}) => {
  watch.expect(/Failed to load resource: net::ERR_FAILED/);
  const once = { ...typed, title: `한 번만 올릴 글 ${makers.next()}` };
  await openTyped(page, once);
  await attachPictures(page, 1, 2, 3);
  await expectOrder(page, 1, 2, 3);
  const names: string[] = [];
  let failing = true;
  await page.route('**/api/uploads/*', async (route) => {
    names.push(route.request().url());
    // The second arrives, and its response is lost.
    if (failing && new Set(names).size === 2) {
      failing = false;
      await route.fetch({ maxRetries: 2 });
      await route.abort();
    } else await route.fallback();
  });
  await submit(page).click();
  await expectAlert(page, '마당 서버가 잠시 쉬고 있어요. 잠시 후 다시 시도해 주세요.');
  await expectText(page, once);
  const again = tiles(page).nth(1).getByRole('button', { name: '다시 시도' });
  await expect(again).toBeVisible();
  await expect(tiles(page).getByRole('button', { name: '다시 시도' })).toHaveCount(1);
  await again.click();
  await expect(again).toHaveCount(0);
  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  // Three pictures, three names: the retry reused its name.
  expect(new Set(names).size).toBe(3);
  expect((await readPictures(page)).map(({ width }) => width)).toEqual([320, 360, 400]);
  expect((await titlesOn(user, 'law-hall')).filter((name) => name === once.title)).toHaveLength(1);
});
