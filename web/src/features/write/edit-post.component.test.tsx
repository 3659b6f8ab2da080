import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from '../../lib/router.tsx';
import { mainHall, makeWholePost, me } from '../../testing/answers.ts';
import { fill, openApp, press } from '../../testing/open-app.tsx';
import { type PretendedServer, refuse } from '../../testing/pretended-server.ts';
import { describe, expectAlert } from '../../testing/reading.ts';
import { body, title } from '../../testing/write-form.ts';

const PUT = 'PUT /api/posts/{id}';
const post = { ...makeWholePost(), authorId: me.id };
const start = {
  revision: 1,
  title: post.title,
  body: '처음',
  keywords: [],
  pictures: [],
  titleFrozen: false,
  editsLeft: 10,
};

async function openEdit(changes: Partial<typeof start> = {}): Promise<PretendedServer> {
  const server = await openApp(
    `/post/${post.id}/edit`,
    {
      'GET /api/posts/{id}/edit': { ...start, ...changes },
      'GET /api/posts/{id}': post,
      'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
      'GET /api/buildings/{buildingId}': mainHall,
      [PUT]: post,
    },
    { edition: 'official' },
  );
  await screen.findByLabelText('제목');
  return server;
}

const saved = (server: PretendedServer) =>
  server.asked(PUT).map(({ body: { revision, body } }) => [revision, body]);

test('[OW-03] conflicting save: keeps its text, shows the other, and asks which to keep', async () => {
  for (const stay of ['mine', 'theirs'] as const) {
    const server = await openEdit();
    server.answer(PUT, refuse('edit.outdated', { newer: { revision: 2, body: '다른 창에서 고친 글' } }));
    fill(body(), '이 창에서 고친 글');
    await press('저장');
    const conflict = await screen.findByRole('region', { name: '그사이 다른 곳에서 먼저 저장했습니다.' });
    within(conflict).getByText('다른 창에서 고친 글');
    expect(body().value).toBe('이 창에서 고친 글');
    server.answer(PUT, post);
    if (stay === 'theirs') {
      await press('저장된 내용 불러오기');
      expect(body().value).toBe('다른 창에서 고친 글');
      await press('되돌리기');
      expect(body().value).toBe('이 창에서 고친 글');
      await press('저장');
    } else await press('쓰던 내용으로 저장');
    await expectAlert('수정했습니다.');
    expect(saved(server)).toEqual([
      [1, '이 창에서 고친 글'],
      [2, '이 창에서 고친 글'],
    ]);
  }
});

test('[OW-04] title of a post with replies: locked with a reason; the rest can be edited', async () => {
  const server = await openEdit({ titleFrozen: true });
  expect(title().readOnly).toBe(true);
  expect(describe(title())).toMatch(/제목을 바꿀 수 없습니다/);
  fill(body(), '내용은 고칠 수 있어요');
  await press('저장');
  await expectAlert('수정했습니다.');
  expect(saved(server)).toEqual([[1, '내용은 고칠 수 있어요']]);
});

test('unfinished edit: restored on return, and can be discarded', async () => {
  await openEdit();
  fill(body(), '저장하지 않은 글');
  await openEdit();
  expect(body().value).toBe('저장하지 않은 글');
  await press('지우기');
  await waitFor(() => expect(body().value).toBe('처음'));
});

test('discarded edit: can be restored, also on the device after leaving', async () => {
  await openEdit();
  fill(body(), '저장하지 않은 글');
  await openEdit();
  await press('지우기');
  await waitFor(() => expect(body().value).toBe('처음'));
  act(() => navigate(`/post/${post.id}`));
  await waitFor(() => expect(screen.queryByLabelText('제목')).toBeNull());
  await press('되돌리기');
  await openEdit();
  await waitFor(() => expect(body().value).toBe('저장하지 않은 글'));
});
