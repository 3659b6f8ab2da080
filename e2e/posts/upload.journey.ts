import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import {
  attach,
  body,
  expectText,
  openWrite,
  preview,
  submit,
  title,
  titlesOn,
} from '../testing/write-form.ts';

const typed = { title: '사진이 큰 글', body: '올리는 데 오래 걸립니다.' };

/** A picture of about 750 kB: noise cannot be compressed. */
async function makeLargePicture(): Promise<Buffer> {
  const [width, height] = [500, 500];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Sets how many bytes a second the page sends; -1 is as many as it can. */
async function openThrottle(page: Page): Promise<(uploadThroughput: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  return async (uploadThroughput) => {
    const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await devtools.send('Network.emulateNetworkConditions', speed);
  };
}

const progress = (page: Page) => page.getByRole('progressbar', { name: '이미지 올리는 중' });

test('[M-13b] [M-13c] an upload shows how far it has come, and can be cancelled: nothing is posted or lost, and it can be sent again', async ({
  page,
  user,
}) => {
  await openWrite(page, '/building/education-hall');
  await title(page).fill(typed.title);
  await body(page).fill(typed.body);
  await attach(page, 'noise.png', 'image/png', await makeLargePicture());
  await expect(preview(page)).toHaveCount(1);
  const setSpeed = await openThrottle(page);
  await setSpeed(100_000);
  await submit(page).click();
  await expect(progress(page)).toBeVisible();
  const share = async (): Promise<number> => Number(await progress(page).getAttribute('value'));
  const early = await share();
  expect(early).toBeLessThan(100);
  await expect.poll(share).toBeGreaterThan(early);
  await page.getByRole('button', { name: '올리기 취소' }).click();
  await expectAlert(page, '이미지 올리기를 취소했습니다. 쓰던 글은 그대로 있습니다.');
  await expect(progress(page)).toHaveCount(0);
  await expectText(page, typed);
  await expect(preview(page)).toHaveCount(1);
  expect(await titlesOn(user, 'education-hall')).not.toContain(typed.title);
  await setSpeed(-1);
  await submit(page).click();
  await expectPath(page, '/building/education-hall');
  expect((await titlesOn(user, 'education-hall')).filter((name) => name === typed.title)).toHaveLength(1);
});
