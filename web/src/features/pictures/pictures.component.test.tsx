import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Edition } from '@madang/contract/campus/rules';
import { expect, test } from 'vitest';
import { makeWholePost } from '../../testing/answers.ts';
import { hands, openApp, press } from '../../testing/open-app.tsx';

const picture = (width: number, height: number, description = '') => ({
  format: 'image' as const,
  image: `/uploads/${width}x${height}.webp`,
  width,
  height,
  description,
});

async function openPost(edition: Edition, ...pictures: ReturnType<typeof picture>[]): Promise<void> {
  const post = { ...makeWholePost(), contents: [{ format: 'text' as const, text: '' }, ...pictures] };
  const answers = {
    'GET /api/posts/{id}': post,
    'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  };
  await openApp(`/post/${post.id}`, answers, { edition });
  await screen.findByRole('region', { name: '댓글' });
}

const viewer = () => screen.queryByRole('dialog', { name: '사진 보기' });
const whole = () => screen.queryByText('전체 보기');
const openFirst = () => press('1번째 사진 전체 보기: 창가');

/** Moves one pointer from the centre of the screen by `by` pixels. */
function pull(by: number, { pointerType = 'touch', end = fireEvent.pointerUp } = {}): void {
  const image = within(viewer() as HTMLElement).getByRole('img');
  const at = (y: number) => ({ pointerId: 1, pointerType, clientX: 100, clientY: 200 + y });
  fireEvent.pointerDown(image, at(0));
  fireEvent.pointerMove(image, at(by / 2));
  fireEvent.pointerMove(image, at(by));
  end(image, at(by));
}

const placeOf = () => within(viewer() as HTMLElement).getByRole('img').style.transform;

test('[EV-08] very tall picture: cropped with 전체 보기, which opens it whole; others are not', async () => {
  await openPost('official', picture(1080, 1920), picture(1080, 2161, '긴 화면'));
  const cut = await screen.findByRole('button', { name: '2번째 사진 전체 보기: 긴 화면' });
  within(cut).getByText('전체 보기');
  expect(screen.getAllByText('전체 보기')).toHaveLength(1);
  const shown = () => screen.getAllByRole('img').map((image) => /cut/.test(image.className));
  expect(shown()).toEqual([false, true]);
  await hands.click(cut);
  await waitFor(() => expect(viewer()).not.toBeNull());
  expect(viewer()?.textContent).toContain('2 / 2');
});

test('beta edition: shows a very tall picture uncut', async () => {
  await openPost('beta', picture(1080, 2161));
  const image = await screen.findByRole('img', { name: '첨부 이미지' });
  expect(image.className).not.toMatch(/cut/);
  expect(whole()).toBeNull();
});

test('[EV-08] swipe down closes the viewer; a short, upward or cancelled one and a mouse do not', async () => {
  await openPost('official', picture(640, 480, '창가'));
  await openFirst();
  await waitFor(() => expect(viewer()).not.toBeNull());
  const resting = placeOf();
  for (const stay of [
    () => pull(60),
    () => pull(-200),
    () => pull(200, { end: fireEvent.pointerCancel }),
    () => pull(200, { pointerType: 'mouse' }),
  ]) {
    stay();
    expect(viewer()).not.toBeNull();
    expect(placeOf()).toBe(resting);
  }
  // The position while the finger is down.
  pull(120, { end: () => expect(placeOf()).toContain('120px') as never });
  pull(120);
  await waitFor(() => expect(viewer()).toBeNull());
});

test('[EV-08] enlarged picture: a swipe down moves it, and the viewer stays open', async () => {
  await openPost('official', picture(640, 480, '창가'));
  await openFirst();
  await waitFor(() => expect(viewer()).not.toBeNull());
  for (let tap = 0; tap < 2; tap += 1) pull(0);
  expect(placeOf()).toContain('scale(2.5)');
  pull(300);
  expect(viewer()).not.toBeNull();
});
