import { expect, type Locator, type Page } from '@playwright/test';
import { makeUuid } from './makers.ts';
import { makePicture } from './picture.ts';
import { body, openWrite, title } from './write-form.ts';

/** Chosen pictures of the form. */
export const tiles = (page: Page): Locator => page.getByRole('main').locator('li[data-key]');

/** Different shapes: the width identifies each picture. */
const widths = [320, 360, 400, 440, 480, 520];
export const files = (...places: number[]) =>
  places.map((place) => ({
    name: `${place}.png`,
    mimeType: 'image/png',
    buffer: makePicture(widths[place - 1], 300),
  }));

export function attachPictures(page: Page, ...places: number[]): Promise<void> {
  return page.getByLabel(/^사진 첨부/).setInputFiles(files(...places));
}

/** Expects the attached pictures in this order, by index into `widths`. */
export async function expectOrder(page: Page, ...places: number[]): Promise<void> {
  await expect
    .poll(() =>
      tiles(page)
        .locator('img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
    )
    .toEqual(places.map((place) => widths[place - 1]));
}

/** Opens the description and position sheet of one picture. */
export async function openTile(page: Page, place: number): Promise<Locator> {
  await page.getByRole('button', { name: `${place}번째 사진 설명과 순서` }).click();
  const sheet = page.getByRole('dialog', { name: `${place}번째 사진`, exact: true });
  await expect(sheet).toBeVisible();
  return sheet;
}

export const closeTile = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: '완료' }).click();

/** Describes one picture in its sheet, or moves it by some places. */
export async function describePicture(page: Page, place: number, description: string): Promise<void> {
  const sheet = await openTile(page, place);
  await sheet.getByLabel('사진 설명').fill(description);
  await closeTile(page);
}

export async function movePicture(page: Page, place: number, way: '앞으로' | '뒤로'): Promise<void> {
  await openTile(page, place);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `한 칸 ${way}` })
    .click();
  await closeTile(page);
}

export async function expectDescription(page: Page, place: number, description: string): Promise<void> {
  await expect(
    tiles(page)
      .nth(place - 1)
      .getByRole('button', { name: /설명과 순서/ }),
  ).toHaveAccessibleName(new RegExp(`^${place}번째 사진 설명과 순서: ${description}`));
}

/** Returns a unique title: other files and workers post on the board too. */
export const makeTyped = () => ({ title: `4층 자리 사진 ${makeUuid().slice(-6)}`, body: '창가가 밝아요.' });

/** Opens the law hall's post form with this text. */
export async function openTyped(page: Page, text: { title: string; body: string }): Promise<void> {
  await openWrite(page, '/building/law-hall');
  await title(page).fill(text.title);
  await body(page).fill(text.body);
}

/** Returns the pictures of the board's newest post from the API. */
export async function readPictures(page: Page): Promise<{ width: number; description: string }[]> {
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
