import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { commentInput, sendButton } from '../testing/comments.ts';
import { Makers, type User } from '../testing/makers.ts';

/** Size of one phone in the animation. */
const SIZE = { width: 264, height: 571 };
const GAP = 20;
/** Contrasts with GitHub's light and dark pages. */
const BACKGROUND = '#8b909a';

interface Frame {
  picture: Buffer;
  /** Duration of the frame in milliseconds. */
  delay: number;
}

/**
 * Records an animated WebP of at most 1 MB and ten seconds: one phone asks for a socket, the other replies, and the reply
 * appears live.
 */
export async function recordAnimation(browser: Browser, origin: string, path: string): Promise<void> {
  const makers = new Makers(origin);
  const [asker, helper] = [await makers.user(), await makers.user()];
  await asker.client.ask('PUT /api/profile/nickname', { body: { nickname: '밤샘조' } });
  await helper.client.ask('PUT /api/profile/nickname', { body: { nickname: '과도지기' } });
  const phones = [await openPhone(browser, origin, asker), await openPhone(browser, origin, helper)] as const;
  const [left, right] = phones;
  const frames: Frame[] = [];
  const show = async (delay: number) => void frames.push({ picture: await takeBoth(...phones), delay });
  const type = async (page: Page, text: string) => {
    for (let end = 2; end < text.length + 2; end += 2) {
      await page.keyboard.insertText(text.slice(end - 2, end));
      await show(110);
    }
  };

  for (const phone of phones) {
    await phone.goto('/board/question');
    await phone.getByRole('article').first().waitFor();
    await settle(phone);
  }
  await show(700);
  await left
    .getByRole('link', { name: '글쓰기' })
    .or(left.getByRole('button', { name: '글쓰기' }))
    .click();
  await left.getByLabel('제목').click();
  await show(300);
  await type(left, '밤에 콘센트 있는 곳?');
  await left.getByLabel('내용').click();
  await type(left, '새벽까지 노트북 쓸 자리 있을까요?');
  await show(300);
  await left.getByRole('button', { name: '등록' }).click();
  const question = left.getByRole('link', { name: '밤에 콘센트 있는 곳?' });
  await question.waitFor();
  await right.reload();
  await right.getByRole('link', { name: '밤에 콘센트 있는 곳?' }).waitFor();
  await settle(right);
  await show(700);
  await question.click();
  await commentInput(left).waitFor();
  await right.getByRole('link', { name: '밤에 콘센트 있는 곳?' }).click();
  await commentInput(right).waitFor();
  for (const phone of phones) await settle(phone);
  await show(600);
  await commentInput(right).click();
  await type(right, '과학도서관 24시간 열람실, 자리마다 있어요!');
  await show(300);
  await sendButton(right).click();
  await left.getByText('과학도서관 24시간 열람실, 자리마다 있어요!').waitFor();
  await show(3_500);
  for (const phone of phones) await phone.context().close();
  await sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 72, effort: 6, delay: frames.map(({ delay }) => delay), loop: 0 })
    .toFile(path);
}

async function openPhone(browser: Browser, baseURL: string, { client }: User): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ko-KR',
    colorScheme: 'light',
  });
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([{ name, value, url: baseURL }]);
  return context.newPage();
}

/** Waits for pictures and pending requests. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
}

async function takeBoth(...phones: Page[]): Promise<Buffer> {
  const pictures = await Promise.all(
    phones.map(async (page, index) => ({
      input: await sharp(await page.screenshot())
        .resize(SIZE)
        .toBuffer(),
      left: GAP + index * (SIZE.width + GAP),
      top: GAP,
    })),
  );
  const width = GAP + phones.length * (SIZE.width + GAP);
  return sharp({ create: { width, height: SIZE.height + 2 * GAP, channels: 3, background: BACKGROUND } })
    .composite(pictures)
    .png()
    .toBuffer();
}
