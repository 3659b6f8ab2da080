import type { PersonDetail } from '@madang/contract/admin/people-schema';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, field, main } from '../../testing/reading.ts';

const WHEN = '2026-11-20T03:00:00.000Z';
const lawHall = { id: 'law-hall', name: '법학관' };
const detail: PersonDetail = {
  person: {
    id: 'person',
    maskedEmail: 'ki***@korea.ac.kr',
    emailVerified: true,
    nickname: '다른학생',
    writingRight: true,
    signedUpAt: WHEN,
  },
  self: false,
  right: 'rule',
  points: 50,
  posts: 1,
  replies: 0,
  sessions: 2,
  roles: [],
  sanctions: [],
  written: [
    {
      kind: 'post',
      id: 'post',
      postId: 'post',
      board: '법학관',
      text: '쓴 글',
      hidden: false,
      createdAt: WHEN,
    },
    {
      kind: 'post',
      id: 'gone',
      postId: 'gone',
      board: '법학관',
      text: '가린 글',
      hidden: true,
      createdAt: WHEN,
    },
  ],
};
const right = 'PUT /api/operate/people/{id}/right' as const;
const role = 'PUT /api/operate/people/{id}/role' as const;
const sanction = 'POST /api/operate/people/{id}/sanctions' as const;
const end = 'POST /api/operate/sanctions/{id}/end' as const;
const withdrawal = 'POST /api/operate/people/{id}/withdrawal' as const;
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/operate/roles': { roles: [], boards: [lawHall] },
  'GET /api/operate/sanctions': { sanctions: [] },
  'GET /api/operate/people/{id}': detail,
  [withdrawal]: undefined,
};
const open = (path: string, more: Answers = {}) =>
  openApp(path, { ...answers, ...more }, { edition: 'official' });
const openPerson = async (more: Answers = {}) => {
  const server = await open('/operate/people/person', more);
  await main().findByRole('button', { name: '탈퇴 처리' });
  return server;
};
const choose = async (label: string, option: string) =>
  hands.selectOptions(field(label), await within(field(label)).findByRole('option', { name: option }));

test('[MO-15] student: found; their content links to it unless hidden; back restores the position', async () => {
  const server = await open('/operate/people', { 'POST /api/operate/people/search': { people: [] } });
  await main().findByText('적용 중인 조치가 없습니다.');
  fill(field('학생 찾기'), '없는학생');
  await press('찾기');
  await main().findByText('그런 학생이 없습니다.');
  server.answer('POST /api/operate/people/search', { people: [detail.person] });
  fill(field('학생 찾기'), '다른학생');
  await press('찾기');
  const found = await main().findByRole('link', { name: /^다른학생 · ki\*\*\*@korea\.ac\.kr/ });
  await hands.click(found);
  await expectPath('/operate/people/person');
  const shown = await main().findByRole('link', { name: '쓴 글' });
  expect(shown.getAttribute('href')).toBe('/post/post');
  main().getByText('가린 글');
  expect(main().queryByRole('link', { name: '가린 글' })).toBeNull();
  window.history.back();
  await expectPath('/operate/people');
  await main().findByRole('link', { name: /^다른학생/ });
  expect(field('학생 찾기').value).toBe('다른학생');
  expect(server.asked('POST /api/operate/people/search').map(({ body }) => body.who)).toEqual([
    '없는학생',
    '다른학생',
  ]);
});

test('[MO-15] writing right: revoked with a reason, and shown', async () => {
  const server = await openPerson({
    [right]: refuse('input.invalid', { fields: [{ field: 'reason', code: 'required' }] }),
  });
  await hands.click(field('항상 제한'));
  await press('바꾸기');
  await expectAlert('모든 정보를 입력해 주세요.');
  server.answer(right, { ...detail, right: 'taken', person: { ...detail.person, writingRight: false } });
  fill(field('사유'), '학적 확인 중');
  await press('바꾸기');
  await expectAlert('반영했습니다.');
  await main().findByText('지금 건물 게시판에 글을 쓸 수 없습니다.');
  expect(server.asked(right).at(-1)?.body).toEqual({ right: 'taken', reason: '학적 확인 중' });
});

test('[MO-15] role: given and revoked; sanction: added with its text and ended with a reason', async () => {
  const held = { ...detail, roles: [{ role: 'moderator' as const, board: lawHall, givenAt: WHEN }] };
  const running = {
    id: 'sanction',
    personId: 'person',
    nickname: '다른학생',
    kind: 'noBoard' as const,
    board: lawHall,
    ground: 'spam' as const,
    text: '광고를 되풀이하셨어요.',
    givenAt: WHEN,
    endsAt: WHEN,
  };
  const server = await openPerson({
    [role]: ({ body }) => (body.held ? held : detail),
    [sanction]: { ...detail, sanctions: [running] },
    [end]: undefined,
  });
  await press('역할 주기');
  await choose('줄 역할', '법학관 게시판지기');
  await press('역할 주기');
  await hands.click(await main().findByRole('button', { name: /게시판지기 역할 거두기$/ }));
  await main().findByText('역할이 없습니다.');
  expect(server.asked(role).map(({ body }) => [body.role, body.boardId, body.held])).toEqual([
    ['moderator', 'law-hall', true],
    ['moderator', 'law-hall', false],
  ]);

  await press('조치하기');
  await choose('조치', '한 게시판 글쓰기 제한');
  await choose('게시판', '법학관');
  fill(field('학생에게 보이는 설명'), '광고를 되풀이하셨어요.');
  await press('조치하기');
  await main().findByText('광고를 되풀이하셨어요.');
  expect(server.asked(sanction)[0]?.body).toEqual({
    kind: 'noBoard',
    boardId: 'law-hall',
    days: 7,
    ground: 'spam',
    text: '광고를 되풀이하셨어요.',
  });
  await press('조치 끝내기');
  server.answer('GET /api/operate/people/{id}', detail);
  fill(field('사유'), '이의를 받아들임');
  await press('조치 끝내기');
  await main().findByText('적용 중인 조치가 없습니다.');
  expect(server.asked(end).map(({ path, body }) => [path['id'], body.reason])).toEqual([
    ['sanction', '이의를 받아들임'],
  ]);
});

test('[MO-15] withdrawal: needs a second confirmation and a reason', async () => {
  const server = await openPerson();
  await press('탈퇴 처리');
  const sheet = within(await main().findByRole('dialog', { hidden: true }));
  fill(sheet.getByLabelText('사유'), '본인 요청');
  expect(server.asked(withdrawal)).toEqual([]);
  await hands.click(sheet.getByRole('button', { name: '영구히 탈퇴 처리하기' }));
  await expectPath('/operate/people');
  await expectAlert('반영했습니다.');
  expect(server.asked(withdrawal)[0]?.body.reason).toBe('본인 요청');
});
