import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from '../../router/router.tsx';
import { mainHall, makeWholePost, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import type { PretendedServer } from '../../testing/pretended-server.ts';
import { expectAlert } from '../../testing/reading.ts';
import { makeUuid } from '../../platform/make-uuid.ts';

const PUT = 'PUT /api/posts/{id}';
const post = { ...makeWholePost(), authorId: me.id };
const ids = Array.from({ length: 5 }, makeUuid);

/** An own post that has so many pictures, of which each is known by its letter. */
async function openEdit(count: number): Promise<PretendedServer> {
  const pictures = ids.slice(0, count).map((uploadId, place) => ({
    uploadId,
    image: `/uploads/${uploadId}.webp`,
    width: 640,
    height: 480,
    description: 'abcde'.charAt(place),
  }));
  const server = await openApp(
    `/post/${post.id}/edit`,
    {
      'GET /api/posts/{id}/edit': {
        revision: 1,
        title: post.title,
        body: '처음',
        keywords: [],
        pictures,
        titleFrozen: false,
        editsLeft: 10,
      },
      'GET /api/posts/{id}': post,
      'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
      'GET /api/buildings/{buildingId}': mainHall,
      [PUT]: post,
    },
    { edition: 'official' },
  );
  await waitFor(() => expect(tiles()).toHaveLength(count));
  return server;
}

const tiles = () => [...document.querySelectorAll<HTMLElement>('li[data-key]')];
/** What is told of the tiles in their order: the description, and what stands on them. */
const told = () =>
  tiles().map((tile) => {
    const name = within(tile)
      .getByRole('button', { name: /설명과 순서/ })
      .querySelector('img')?.alt;
    return [name?.split(':')[1]?.trim(), tile.textContent];
  });
const openTile = (place: number) =>
  hands.click(screen.getByRole('button', { name: new RegExp(`^${place}번째 사진 설명과 순서`) }));
const sheet = (place: number) => screen.findByRole('dialog', { name: `${place}번째 사진` });

async function expectSaved(server: PretendedServer, ...descriptions: string[]): Promise<void> {
  await press('저장');
  await expectAlert('수정했습니다.');
  const [sent] = server.asked(PUT);
  expect(sent?.body.pictures?.map(({ description }) => description)).toEqual(descriptions);
}

test('[EV-08] the first of the chosen pictures is marked 대표; a tap opens what is said of one and where it stands', async () => {
  const server = await openEdit(3);
  expect(told()).toEqual([
    ['a', '대표'],
    ['b', ''],
    ['c', ''],
  ]);
  await openTile(2);
  const { getByLabelText, getByRole } = within(await sheet(2));
  const description = getByLabelText('사진 설명 (선택)');
  expect((description as HTMLInputElement).value).toBe('b');
  fill(description, '창가');
  await hands.click(getByRole('button', { name: '한 칸 앞으로' }));
  await sheet(1);
  expect(getByRole<HTMLButtonElement>('button', { name: '한 칸 앞으로' }).disabled).toBe(true);
  // Enter sends nothing from here.
  await hands.type(description, '{Enter}');
  await hands.click(getByRole('button', { name: '완료' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '1번째 사진' })).toBeNull());
  expect(server.asked(PUT)).toEqual([]);
  expect(told()).toEqual([
    ['창가', '대표'],
    ['a', ''],
    ['c', ''],
  ]);
  await expectSaved(server, '창가', 'a', 'c');
});

test('[EV-08] a picture that is taken out is gone at once, and comes back with its description in its place', async () => {
  const server = await openEdit(3);
  await press('1번째 사진 빼기');
  expect(told()).toEqual([
    ['b', '대표'],
    ['c', ''],
  ]);
  expect(screen.getByRole('alert').textContent).toMatch(/^사진을 뺐어요\./);
  await press('되돌리기');
  expect(told().map(([description]) => description)).toEqual(['a', 'b', 'c']);
  await press('2번째 사진 빼기');
  await expectSaved(server, 'a', 'c');
});

test('[EV-08] a picture comes back no more where another took its room, or its form is left', async () => {
  await openEdit(5);
  await press('5번째 사진 빼기');
  HTMLImageElement.prototype.decode = async () => {};
  const file = new File(['x'], 'new.png', { type: 'image/png' });
  await hands.upload(screen.getByLabelText('사진 첨부 4/5'), file);
  await waitFor(() => expect(tiles()).toHaveLength(5));
  await press('되돌리기');
  await expectAlert('사진은 5장까지 올릴 수 있어요. 다른 것을 먼저 빼 주세요.');
  expect(tiles()).toHaveLength(5);
  await press('1번째 사진 빼기');
  screen.getByText('사진을 뺐어요.');
  act(() => navigate(`/post/${post.id}`));
  await waitFor(() => expect(screen.queryByText('사진을 뺐어요.')).toBeNull());
});
