import sharp from 'sharp';
import { expect, test } from '../testing/fixtures.ts';

test('anyone who is sent a link sees what it leads to, and a home screen gets a name and an icon', async ({
  page,
  request,
  makers,
}) => {
  const post = await makers.post(await makers.user(), { title: '링크로 보낸 비밀 글' });
  const answer = await request.get(`/post/${post.id}?from=friend`);
  const html = await answer.text();
  const { origin } = new URL(answer.url());
  expect(html).not.toContain('링크로 보낸 비밀 글');
  expect(html).not.toContain('from=friend');
  await page.goto(`/post/${post.id}`);
  const read = (name: string): Promise<string | null> =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
  expect(await read('og:title')).toBe('마당 · 고려대학교');
  expect(await read('og:description')).toContain('고려대학교 건물마다');
  expect(await read('og:url')).toBe(`${origin}/post/${post.id}`);
  expect(await read('application-name')).toBe('마당');
  expect(html).toContain('<title>마당</title>');
  for (const [address, width, height] of [
    [await read('og:image'), 1200, 630],
    [await page.locator('link[rel=apple-touch-icon]').getAttribute('href'), 180, 180],
  ] as const) {
    const picture = await request.get(address ?? '');
    const { format, hasAlpha, ...size } = await sharp(await picture.body()).metadata();
    expect({ format, hasAlpha, width: size.width, height: size.height }).toEqual({
      format: 'png',
      hasAlpha: false,
      width,
      height,
    });
  }
});
