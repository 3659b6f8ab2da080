import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { navigate } from '../../lib/router.tsx';
import { mainHall, makeWholePost, me } from '../../testing/answers.ts';
import { decodeAs, makeFile } from '../../testing/chosen-pictures.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import type { PretendedServer } from '../../testing/pretended-server.ts';
import { expectAlert } from '../../testing/reading.ts';
import { fillPost, openWrite, sentPosts, submit } from '../../testing/write-form.ts';
import { makeUuid } from '../../lib/request.ts';

const PUT = 'PUT /api/posts/{id}';
const post = { ...makeWholePost(), authorId: me.id };
const ids = Array.from({ length: 5 }, makeUuid);

/** Opens an own post with `count` pictures, each identified by its letter. */
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
/** Returns description and label of the tiles in order. */
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

test('[EV-08] first picture: marked 대표; a tap opens description and position', async () => {
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
  // Enter does not send here.
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

test('[EV-08] removed picture: disappears at once, and can be restored with its description', async () => {
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

test('[EV-08] removed picture: cannot be restored once another took its slot or the form was left', async () => {
  await openEdit(5);
  await press('5번째 사진 빼기');
  decodeAs(640, 480);
  await hands.upload(screen.getByLabelText('사진 첨부 4/5'), makeFile('png', 'image/png'));
  await waitFor(() => expect(tiles()).toHaveLength(5));
  await press('되돌리기');
  await expectAlert('사진은 5장까지 올릴 수 있어요. 다른 것을 먼저 빼 주세요.');
  expect(tiles()).toHaveLength(5);
  await press('1번째 사진 빼기');
  screen.getByText('사진을 뺐어요.');
  act(() => navigate(`/post/${post.id}`));
  await waitFor(() => expect(screen.queryByText('사진을 뺐어요.')).toBeNull());
});

/** Whether the field handles the paste itself. */
function paste(files: File[], types: string[]): boolean {
  const event = createEvent.paste(screen.getByLabelText('내용'), { clipboardData: { files, types } });
  fireEvent(screen.getByLabelText('내용'), event);
  return !event.defaultPrevented;
}

test('[EV-08] clipboard picture: added like a chosen one; a table with its picture is pasted as text', async () => {
  await openEdit(1);
  decodeAs(640, 480);
  const picture = makeFile('png', 'image/png');
  expect(paste([picture], ['text/plain', 'text/html', 'Files'])).toBe(true);
  expect(paste([new File(['x'], 'a.pdf', { type: 'application/pdf' })], ['Files'])).toBe(true);
  expect(paste([], ['text/plain'])).toBe(true);
  expect(paste([picture], ['Files'])).toBe(false);
  await waitFor(() => expect(tiles()).toHaveLength(2));
  await hands.upload(screen.getByLabelText('사진 첨부 2/5'), picture);
  await waitFor(() => expect(tiles()).toHaveLength(3));
});

test('[EV-08] animated picture: warns that only its first frame is sent', async () => {
  await openEdit(1);
  decodeAs(1, 1);
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0];
  const head = [...'GIF89a'].map((letter) => letter.charCodeAt(0)).concat(1, 0, 1, 0, 0, 0, 0);
  const gif = new File([new Uint8Array([...head, ...frame, ...frame])], 'a.gif', { type: 'image/gif' });
  await hands.upload(screen.getByLabelText('사진 첨부 1/5'), gif);
  await expectAlert('움직이는 이미지는 첫 장면만 올라가요.');
  expect(tiles()).toHaveLength(2);
});

test('beta edition: a photo of 12 MB is reduced before the check, and replaces the earlier one', async () => {
  await openWrite('/building/main-hall');
  const input = await screen.findByLabelText('이미지 첨부');
  const drawn = decodeAs(4000, 3000);
  for (let times = 1; times <= 2; times += 1) {
    await hands.upload(input, makeFile('jpeg', 'image/jpeg', 12 * 1024 * 1024));
    await screen.findByRole('img', { name: '첨부할 이미지 미리보기' });
    await waitFor(() => expect(drawn).toHaveLength(times));
  }
  expect(screen.queryByText('이미지는 10MB까지 첨부할 수 있습니다.')).toBeNull();
});

test.each(['beta', 'official'] as const)(
  'in the %s edition sending waits for a picture that is being prepared',
  async (edition) => {
    const server = await openWrite('/building/main-hall', {}, { edition });
    await fillPost('사진보다 빠른 글');
    const input = await screen.findByLabelText(edition === 'beta' ? '이미지 첨부' : '사진 첨부 0/5');
    decodeAs(4000, 3000);
    let decode = (): void => {};
    const decoded = new Promise<void>((resolve) => (decode = resolve));
    vi.stubGlobal('createImageBitmap', () => decoded.then(() => ({ width: 4000, height: 3000, close() {} })));
    const sent = vi.fn<(method: string, address: string) => void>();
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        status = 201;
        upload = {};
        onload = (): void => {};
        onloadend = (): void => {};
        open = sent;
        setRequestHeader(): void {}
        getResponseHeader = () => null;
        send = (): void => queueMicrotask(() => (this.onload(), this.onloadend()));
      },
    );
    await hands.upload(input, makeFile('jpeg', 'image/jpeg'));
    await submit();
    expect(sentPosts(server)).toEqual([]);
    decode();
    await waitFor(() => expect(sentPosts(server)).toHaveLength(1));
    const { uploadId, pictures } = sentPosts(server)[0]?.body ?? {};
    expect(edition === 'beta' ? uploadId : pictures?.[0]?.uploadId).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test('failed picture: shows an error, and the post is not sent without it', async () => {
  const server = await openWrite('/building/main-hall');
  await fillPost('사진이 있어야 하는 글');
  const input = await screen.findByLabelText('이미지 첨부');
  const file = makeFile('jpeg', 'image/jpeg');
  let fail = (): void => {};
  const bytes = new Promise<ArrayBuffer>((_, reject) => (fail = () => reject(new Error('gone'))));
  vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: () => bytes } as Blob);
  await hands.upload(input, file);
  await submit();
  fail();
  await screen.findByRole('alert');
  expect(sentPosts(server)).toEqual([]);
  await submit();
  await waitFor(() => expect(sentPosts(server)).toHaveLength(1));
});
