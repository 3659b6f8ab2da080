import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../lib/api.ts';
import { emptyOperatedCampus, legalText, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, field, main } from '../../testing/reading.ts';

const add = 'POST /api/operate/buildings' as const;
const change = 'PUT /api/operate/buildings/{buildingId}' as const;
const remove = 'POST /api/operate/buildings/{buildingId}/removal' as const;
const promote = 'POST /api/operate/hots' as const;
const demote = 'POST /api/operate/hots/{id}/removal' as const;
const hall = { id: 'law-hall', name: '법학관', category: '인문', info: '설명', seats: '' };
const campus: Output<'GET /api/operate/campus'> = {
  ...emptyOperatedCampus,
  buildings: [hall],
};
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/legal/{document}': legalText(),
  'GET /api/operate/campus': campus,
  [change]: undefined,
  [promote]: undefined,
  [demote]: undefined,
};
const open = (part: string) => openApp(`/operate/campus?part=${part}`, answers, { edition: 'official' });

test('building: added with a one-line text, changed by its changed fields, removed in two steps', async () => {
  const server = await open('buildings');
  await press('건물 더하기');
  await screen.findByLabelText('주소 이름');
  await press('건물 더하기');
  await expectAlert('모든 정보를 입력해 주세요.');
  fill(field('주소 이름'), 'law-hall');
  fill(field('건물 이름'), '새누리관');
  fill(field('설명'), '새로 지은\n건물입니다.');
  server.answer(add, refuse('identifier.taken'));
  await press('건물 더하기');
  await expectAlert('이미 있는 건물이나 게시판의 주소 이름입니다. 다른 이름을 써 주세요.');
  server.answer(add, undefined);
  fill(field('주소 이름'), 'new-hall');
  await press('건물 더하기');
  await expectAlert('반영했습니다.');
  expect(server.asked(add).at(-1)?.body).toMatchObject({ id: 'new-hall', info: '새로 지은 건물입니다.' });

  await press('법학관 바꾸기');
  fill(await screen.findByLabelText('건물 이름'), '새나래관');
  await press('바꾸기');
  await expectAlert('반영했습니다.');
  expect(server.asked(change)[0]?.body).toMatchObject({ name: '새나래관', info: null });
  await waitFor(() =>
    expect(main().getByRole('button', { name: '법학관 바꾸기' }).getAttribute('aria-expanded')).toBe('false'),
  );

  // A building with posts cannot be removed.
  server.answer(remove, refuse('building.used'));
  await press('법학관 바꾸기');
  const row = main().getByRole('button', { name: '법학관 바꾸기' }).closest('li');
  fill(await within(row ?? document.body).findByLabelText('사유'), '철거');
  await press('건물 빼기');
  expect(server.asked(remove)).toEqual([]);
  await press('정말 빼기');
  await expectAlert('글이 있는 건물은 뺄 수 없습니다. 가려진 글도 셉니다.');
});

test('popular list: a post is added by address and removed; typed text survives another tab', async () => {
  const server = await open('hots');
  const post = () => screen.findByLabelText<HTMLInputElement>('인기글에 올릴 글');
  fill(await post(), 'http://localhost/post/post');
  await hands.click(main().getByRole('tab', { name: '건물' }));
  await hands.click(main().getByRole('tab', { name: '인기글' }));
  server.answer('GET /api/operate/campus', {
    ...campus,
    hots: [
      {
        postId: 'post',
        title: '창가 자리',
        board: '법학관',
        likeCount: 3,
        promotedAt: '2026-11-20T03:00:00.000Z',
      },
    ],
  });
  await press('인기글에 올리기');
  const link = await main().findByRole('link', { name: '창가 자리' });
  expect(link.getAttribute('href')).toBe('/post/post');
  await waitFor(async () => expect((await post()).value).toBe(''));
  expect(server.asked(promote)[0]?.body.post).toBe('http://localhost/post/post');

  server.answer('GET /api/operate/campus', campus);
  await press('창가 자리 인기글에서 내리기');
  await press('인기글에서 내리기');
  await waitFor(() => expect(main().queryByRole('link', { name: '창가 자리' })).toBeNull());
  expect(server.asked(demote).map(({ path }) => path['id'])).toEqual(['post']);
});
