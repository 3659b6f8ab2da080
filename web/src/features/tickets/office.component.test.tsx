import type { OfficeTicket } from '@madang/contract/tickets/schema';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hands, openApp } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { field, main } from '../../testing/reading.ts';

const official = { edition: 'official', user: null } as const;
const TOKEN = 'a'.repeat(43);
const ticket: OfficeTicket = {
  number: 12,
  place: '본관 3층 열람실 앞',
  kind: 'climate',
  text: '바람이 안 나와요',
  pictures: [{ image: `/api/office/pictures/1?token=${TOKEN}`, width: 640, height: 480 }],
  step: 'seen',
  openedAt: '2026-11-20T03:00:00.000Z',
  joined: 3,
  steps: [{ step: 'seen', word: '부품을 주문했습니다', at: '2026-11-21T03:00:00.000Z', by: 'office' }],
};
const open = (path: string, answers: Answers = { 'GET /api/office': ticket }) =>
  openApp(path, answers, official);
const steps = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('name') === 'step') as HTMLButtonElement[];

test('[TK-04] office: opens a ticket by its link without a login, and moves it by a form', async () => {
  await open(`/office?token=${TOKEN}`);
  await main().findByRole('heading', { name: '냉난방 #12' });
  main().getByText('본관 3층 열람실 앞');
  main().getByText(/학생 3명이 기다려요/);
  main().getByText('부품을 주문했습니다');
  expect(main().getByRole('img', { name: '1번째 사진' }).getAttribute('src')).toContain(TOKEN);
  const form = field('학생들에게 한마디').form as HTMLFormElement;
  expect([form.method, form.getAttribute('action')]).toEqual(['post', `/office?token=${TOKEN}`]);
  // Earlier steps are not possible.
  expect(steps().map(({ value, disabled }) => [value, disabled])).toEqual([
    ['seen', true],
    ['repairing', false],
    ['fixed', false],
    ['refused', false],
  ]);
});

test('[TK-04] result: confirmed, and a closed ticket asks for nothing', async () => {
  await open(`/office?token=${TOKEN}&said=step`, { 'GET /api/office': { ...ticket, step: 'fixed' } });
  await main().findByText('‘완료’(으)로 알렸어요. 고맙습니다.');
  main().getByText('끝난 신고예요. 더 하실 일은 없어요.');
  expect(steps()).toEqual([]);
});

test('[TK-04] used, forged or missing link: shows a message; another failure can be retried', async () => {
  for (const [path, code] of [
    [`/office?token=${TOKEN}`, 'token.spent'],
    ['/office?token=x', 'input.invalid'],
    ['/office', 'server.failed'],
  ] as const) {
    await open(path, { 'GET /api/office': refuse(code) });
    const said = await screen.findByRole('alert');
    expect([path, said.textContent]).toEqual([
      path,
      '쓸 수 없는 링크예요. 기한이 지났거나 주소가 맞지 않아요.',
    ]);
  }
  const server = await open(`/office?token=${TOKEN}`, { 'GET /api/office': refuse('server.failed') });
  server.answer('GET /api/office', ticket);
  await hands.click(await screen.findByRole('button', { name: '다시 시도' }));
  await main().findByRole('heading', { name: '냉난방 #12' });
});
