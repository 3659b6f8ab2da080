import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyPack, makeTicket, me } from '../../testing/answers.ts';
import { fill, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, field, main } from '../../testing/reading.ts';

const STEP = 'POST /api/operate/tickets/{id}/step';
const PUT = 'PUT /api/operate/offices/{officeId}';
const waiting = makeTicket({ number: 5, step: 'seen' });
const ended = makeTicket({ number: 4, step: 'fixed' });
const office = {
  id: 'all',
  name: '시설팀',
  email: 'fix@korea.ac.kr',
  dailyHour: 9,
  channel: '',
  refusedAt: '2026-11-20T03:00:00.000Z',
  silent: 2,
};
const answers: Answers = {
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/campus/pack': { ...emptyPack, buildings: [{ id: 'main-hall', name: '본관', category: '인문' }] },
  'GET /api/operate/tickets': { tickets: [waiting, ended], offices: [office] },
};
const open = async (more: Answers = {}) => {
  const server = await openApp('/operate/tickets', { ...answers, ...more }, { edition: 'official' });
  await screen.findByRole('button', { name: '5번 신고 처리하기' });
  return server;
};

test('[TK-02] operator moves a ticket to a later step with a message', async () => {
  const server = await open({
    [STEP]: refuse('input.invalid', { fields: [{ field: 'word', code: 'required' }] }),
  });
  main().getByText(/본관/, { selector: `a[href="/post/${waiting.id}"] small` });
  // An ended ticket cannot be changed.
  expect(screen.queryByRole('button', { name: '4번 신고 처리하기' })).toBeNull();
  await press('5번 신고 처리하기');
  expect(
    within(screen.getByLabelText('다음 상태'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['수리 중', '완료', '불가']);
  await press('알리기');
  await expectFieldError(field('학생들에게 한마디'), '모든 정보를 입력해 주세요.');
  fill(field('학생들에게 한마디'), '내일 고칩니다');
  server.answer(STEP, refuse('ticket.step'));
  await press('알리기');
  await expectAlert('그 사이 바뀌었어요.');
  server.answer(STEP, undefined);
  await press('알리기');
  await expectAlert('반영했습니다.');
  expect(server.asked(STEP).at(-1)).toMatchObject({
    path: { id: waiting.id },
    body: { step: 'repairing', word: '내일 고칩니다', reason: '' },
  });
  expect(screen.queryByLabelText('다음 상태')).toBeNull();
});

test('[TK-04] unreachable or idle office: highlighted; offices are set and deleted', async () => {
  const server = await open({ [PUT]: undefined, 'POST /api/operate/offices/{officeId}/removal': undefined });
  main().getByText('그 밖의 모든 건물 · fix@korea.ac.kr · 매일 9시');
  main().getByText(/메일 서버가 이 주소를 받지 않았습니다/);
  main().getByText(/2건을 일주일 넘게/);
  await press('시설팀 고치기');
  expect(field('하루 한 번 보내는 시각 (0~23)').value).toBe('9');
  fill(field('하루 한 번 보내는 시각 (0~23)'), '');
  await press('저장');
  await expectAlert('반영했습니다.');
  await press('부서 더하기');
  // The default office is offered only once.
  await waitFor(() => expect(field('맡은 건물').value).toBe('main-hall'));
  fill(field('부서 이름'), '본관 관리실');
  fill(field('자체 창구 주소'), 'https://fix.example/');
  await press('저장');
  await expectAlert('반영했습니다.');
  const common = { email: '', dailyHour: '', reason: '' };
  expect(server.asked(PUT).map(({ path, body }) => [path['officeId'], body])).toEqual([
    ['all', { ...common, name: '시설팀', email: 'fix@korea.ac.kr', channel: '' }],
    ['main-hall', { ...common, name: '본관 관리실', channel: 'https://fix.example/' }],
  ]);
  await press('시설팀 고치기');
  await press('부서 지우기');
  await expectAlert('반영했습니다.');
  expect(server.asked('POST /api/operate/offices/{officeId}/removal')).toHaveLength(1);
});

test('[TK-05] weekly report: own page; no tickets and no offices have messages', async () => {
  await open();
  expect(main().getByRole('link', { name: '이번 주 종이 인쇄하기' }).getAttribute('href')).toBe(
    '/api/operate/tickets/sheet',
  );
  const empty = { tickets: [], offices: [] };
  await openApp(
    '/operate/tickets',
    { ...answers, 'GET /api/operate/tickets': empty },
    { edition: 'official' },
  );
  await main().findByText('처리할 신고가 없습니다.');
  await main().findByText('아직 담당 부서가 없습니다. 신고가 아무에게도 가지 않습니다.');
});
