import type { TableImport } from '@madang/contract/admin/campus-schema';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyOperatedCampus, legalText, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, field } from '../../testing/reading.ts';

const post = 'POST /api/operate/tables/{table}' as const;
const understood: TableImport = {
  applied: false,
  added: 2,
  changed: 1,
  removed: 0,
  same: 148,
  mistakes: [],
  mistakeCount: 0,
  warnings: [],
  warningCount: 0,
  kept: [],
  preview: [],
};
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/legal/{document}': legalText(),
  'GET /api/operate/campus': emptyOperatedCampus,
};

const open = async (more: Answers) => {
  const server = await openApp(
    '/operate/campus?part=tables',
    { ...answers, ...more },
    { edition: 'official' },
  );
  await waitFor(() => field('표 내용'));
  return server;
};
const choose = (table: string) => hands.selectOptions(screen.getByLabelText('표'), table);

test('[RM-01] table: chosen as a file, checked, then applied; a change needs another check', async () => {
  const server = await open({ [post]: understood });
  await choose('강의실');
  expect(screen.getByRole('link', { name: '지금 있는 표 내려받기' }).getAttribute('href')).toBe(
    '/api/operate/tables/rooms',
  );
  await hands.upload(
    screen.getByLabelText('엑셀이나 CSV 파일 고르기'),
    new File(['id\tbuilding'], 'rooms.tsv'),
  );
  await waitFor(() => expect(field('표 내용').value).toBe('id\tbuilding'));
  await press('살펴보기');
  await screen.findByText('추가 2줄, 변경 1줄, 삭제 0줄, 그대로 148줄입니다.');
  fill(field('표 내용'), 'id\tbuilding\nnew1\tmain-hall');
  expect(screen.queryByRole('button', { name: '표 바꾸기' })).toBeNull();
  await press('살펴보기');
  server.answer(post, { ...understood, applied: true });
  await press('표 바꾸기');
  await waitFor(() => expect(field('표 내용').value).toBe(''));
  expect(server.asked(post).map(({ path, body }) => [path, body])).toEqual(
    [
      { text: 'id\tbuilding', apply: false },
      { text: 'id\tbuilding\nnew1\tmain-hall', apply: false },
      { text: 'id\tbuilding\nnew1\tmain-hall', apply: true },
    ].map((body) => [{ table: 'rooms' }, { ...body, reason: '' }]),
  );
});

test('[RM-01] table with mistakes: names each row with what its column needs, and cannot be applied', async () => {
  const mistakes = [
    { line: 3, field: 'floor', problem: '"삼층" is no floor such as 3 or B1' },
    { line: 1, field: null, problem: 'the columns must be id, building' },
  ];
  const warnings = [{ line: 9, field: 'room', problem: '"체육관" is no room that may be used' }];
  await open({ [post]: { ...understood, mistakes, mistakeCount: 2, warnings, warningCount: 1 } });
  fill(field('표 내용'), 'x');
  await press('살펴보기');
  await screen.findByText('고쳐야 할 곳 2개');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    '3번째 줄 · floor · 3이나 B1처럼 씁니다."삼층" is no floor such as 3 or B1',
    '1번째 줄 · 열 이름, 열의 수, 따옴표, 줄의 수를 확인합니다.the columns must be id, building',
    '9번째 줄 · room · 강의실 표에 있는 강의실을 씁니다."체육관" is no room that may be used',
  ]);
  expect(screen.queryByRole('button', { name: '표 바꾸기' })).toBeNull();
});

test('[RM-01] course list: sent with its term; what is unreadable or too large is said, and the table stays', async () => {
  const server = await open({ [post]: { ...understood, preview: ['line 2: 월(2-3) is seo101'] } });
  await choose('시간표');
  await hands.upload(screen.getByLabelText('엑셀이나 CSV 파일 고르기'), new File(['no workbook'], 'a.xlsx'));
  await expectAlert('읽을 수 없는 파일입니다. 5 MB까지의 xlsx, csv, tsv 파일을 골라 주세요.');
  await press('살펴보기');
  await expectFieldError(field('표 내용'), '표가 비어 있습니다.');
  fill(field('표 내용'), '강의시간\t강의실');
  fill(field('학기 첫날'), '2026-09-01');
  fill(field('학기 마지막 날'), '2026-12-18');
  await press('살펴보기');
  await screen.findByText('line 2: 월(2-3) is seo101');
  expect(server.asked(post)[0]?.body).toMatchObject({ first: '2026-09-01', last: '2026-12-18' });
  server.answer(post, refuse('input.invalid', { fields: [{ field: 'text', code: 'tooLong' }] }));
  await press('표 바꾸기');
  await expectFieldError(field('표 내용'), '표가 너무 큽니다. 나누거나 필요 없는 열을 빼 주세요.');
  expect(field('표 내용').value).toBe('강의시간\t강의실');
});
