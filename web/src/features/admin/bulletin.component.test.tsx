import type { Entry } from '@madang/contract/admin/schema';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { fill, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field } from '../../testing/reading.ts';

const EARLY = '종료 시각은 지금과 게시 시각보다 뒤여야 합니다.';
const official = { edition: 'official' } as const;
const entry: Entry = {
  kind: 'notice',
  id: 'entry',
  state: 'planned',
  title: '도서관 야간 개방',
  body: '새벽 두 시까지 열어요.',
  picture: null,
  beginsAt: '2030-11-20T03:00:00.000Z',
  shownAt: null,
  endsAt: null,
  version: '1',
};
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/operate/bulletin/{kind}': { entries: [entry] },
  'GET /api/operate/bulletin/{kind}/{id}': entry,
  'PUT /api/operate/bulletin/{kind}/{id}': entry,
};
const saved = 'PUT /api/operate/bulletin/{kind}/{id}' as const;
const title = () => screen.findByLabelText<HTMLInputElement>('제목');

async function write(): Promise<void> {
  fill(await title(), entry.title);
  fill(field('내용'), entry.body);
}

test('[MO-14] notice: planned in campus time, kept on the device until it is sent', async () => {
  const open = () => openApp('/operate/bulletin/notice/new', answers, official);
  await open();
  await write();
  fill(field('게시 시각'), '2030-11-20T12:00');
  fill(field('종료 시각'), '2030-11-20T11:00');
  await screen.findByText('캠퍼스 시각(Asia/Seoul)입니다. 비우면 바로 올라갑니다.');
  await press('예약하기');
  await expectFieldError(field('종료 시각'), EARLY);

  // The input is kept.
  const server = await open();
  await waitFor(async () => expect((await title()).value).toBe(entry.title));
  await screen.findByText('쓰던 내용을 불러왔습니다.');
  // The phone's clock is not trusted: the server decides what is past.
  fill(field('게시 시각'), '');
  server.answer(saved, refuse('input.invalid', { fields: [{ field: 'endsAt', code: 'end.early' }] }));
  await press('올리기');
  await expectFieldError(field('종료 시각'), EARLY);
  server.answer(saved, entry);
  fill(field('게시 시각'), '2030-11-20T12:00');
  fill(field('종료 시각'), '2030-11-20T13:00');
  await press('예약하기');
  await expectAlert('예약했습니다.');
  await expectPath('/operate/bulletin?kind=notice');
  expect(server.asked(saved).at(-1)?.body).toMatchObject({
    title: entry.title,
    beginsAt: entry.beginsAt,
    endsAt: '2030-11-20T04:00:00.000Z',
  });

  // Published early.
  const planned = await openApp('/operate/bulletin/notice/entry', answers, official);
  await screen.findByText(/^예약됨 · .* 게시 예정/);
  await waitFor(() => expect(field('게시 시각').value).toBe('2030-11-20T12:00'));
  fill(field('게시 시각'), '');
  await press('저장');
  await expectAlert('저장했습니다.');
  expect(planned.asked(saved).map(({ body }) => body.beginsAt)).toEqual([null]);
});

test('[MO-14] concurrent edit: the later operator sees the conflict, keeps the text, and saves over it', async () => {
  const server = await openApp('/operate/bulletin/notice/entry', answers, official);
  await title();
  fill(field('내용'), '내가 쓰던 내용');
  server.answer(saved, refuse('edit.outdated'));
  server.answer('GET /api/operate/bulletin/{kind}/{id}', {
    ...entry,
    body: '다른 사람이 먼저',
    version: '2',
  });
  await press('저장');
  await expectAlert('그사이 다른 곳에서 먼저 저장했습니다.');
  await screen.findByText('다른 사람이 먼저');
  expect(field('내용').value).toBe('내가 쓰던 내용');
  server.answer(saved, entry);
  await press('쓰던 내용으로 저장');
  await expectAlert('저장했습니다.');
  expect(server.asked(saved).map(({ body }) => [body.version, body.body])).toEqual([
    ['1', '내가 쓰던 내용'],
    ['2', '내가 쓰던 내용'],
  ]);
});

test('[MO-08] [MO-14] password asked for while writing: typed text is sent afterwards', async () => {
  const server = await openApp(
    '/operate/bulletin/facility-notice/new',
    {
      ...answers,
      'POST /api/moderation/confirmation/start': { step: 'none', options: null },
      'POST /api/moderation/confirmation': undefined,
    },
    official,
  );
  await write();
  server.answer(saved, refuse('confirmation.required'));
  server.answer('GET /api/operate/bulletin/{kind}', refuse('confirmation.required'));
  await press('올리기');
  fill(await screen.findByLabelText('비밀번호'), 'correct horse');
  server.answer('GET /api/operate/bulletin/{kind}', { entries: [] });
  server.answer(saved, { ...entry, state: 'shown' });
  await press('계속');
  await waitFor(() => expect(screen.queryByLabelText('비밀번호')).toBeNull());
  expect((await title()).value).toBe(entry.title);
  await press('올리기');
  await expectAlert('올렸습니다.');
  expect(server.asked(saved).map(({ body }) => body.title)).toEqual([entry.title, entry.title]);
});
