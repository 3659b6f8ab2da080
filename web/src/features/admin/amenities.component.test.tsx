import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyOperatedCampus, legalText, makeAmenity, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, field, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const amenity = (id: string, buildingId: string, kind: string, spot: string) =>
  makeAmenity({
    id,
    buildingId,
    kind,
    spot,
    floor: 'B1',
    source: '답사',
    hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }],
  });
const pack = {
  version: 'v1',
  buildings: [
    { id: 'law-hall', name: '법학관', category: '인문' },
    { id: 'main-hall', name: '본관', category: '인문' },
  ],
  map: null,
  amenities: [
    amenity('main-cafe', 'main-hall', '카페', '로비'),
    { ...amenity('law-water', 'law-hall', '정수기', '계단 옆'), goneOn: '2026-11-04' },
    amenity('law-cafe', 'law-hall', '카페', '현관'),
  ],
  kinds: [
    { name: '정수기', askAfterDays: 90 },
    { name: '카페', askAfterDays: 90 },
  ],
  hours: [
    { buildingId: 'main-hall', from: null, to: null, hours: [], source: '답사' },
    { buildingId: 'main-hall', from: '2026-12-07', to: '2026-12-20', hours: [], source: '답사' },
  ],
  emergency: [],
};
const said = {
  id: 'law-water',
  before: { confirmed: '2026-03-02', gone: '' },
  there: 1,
  notThere: 2,
  pictures: ['/images/posts/x/large.webp'],
};
const put = 'PUT /api/operate/amenities/{amenityId}' as const;
const act = 'POST /api/operate/amenities/{amenityId}/{act}' as const;
const putHours = 'PUT /api/operate/hours/{buildingId}' as const;
const removeHours = 'POST /api/operate/hours/{buildingId}/removal' as const;
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/legal/{document}': legalText(),
  'GET /api/campus/pack': pack,
  'GET /api/operate/campus': {
    ...emptyOperatedCampus,
    said: [said],
  },
  [put]: undefined,
  [act]: undefined,
  [putHours]: undefined,
  [removeHours]: undefined,
};
const open = () => openApp('/operate/campus?part=amenities', answers, official);
const choose = async (label: string, name: string) =>
  hands.selectOptions(await main().findByLabelText(label), name);
/** The popular posts form, in another tab, has one too. */
const reason = () => main().getAllByLabelText('사유')[0] as HTMLInputElement;
/** Returns the rows below each heading. */
const list = async () => {
  await main().findByRole('heading', { name: '더하기' });
  return main()
    .getAllByRole('heading', { level: 2 })
    .filter((heading) => !heading.closest('[hidden]'))
    .map((heading) => [
      heading.textContent,
      ...within(heading.parentElement ?? heading)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ]);
};

test('[PL-10] amenities and hours: listed by building, with the values before students’ changes', async () => {
  await open();
  expect(await list()).toEqual([
    ['더하기', '시설 더하기', '여는 시간 더하기'],
    ['학생이 바꾼 것', '계단 옆 법학관 · 정수기 · B1층 바꾸기'],
  ]);
  main().getByText('건물이나 종류를 고르면 목록이 보여요.');
  main().getByText('없어진 날 없음 → 2026-11-04');
  main().getByText('확인한 날 2026-03-02 → 없음');
  main().getByText('기다리는 의견: 있어요 1, 없어졌어요 2');
  await press('계단 옆 법학관 · 정수기 · B1층 바꾸기');
  main().getByRole('img', { name: '없어졌다며 학생이 보낸 사진' });
  await choose('볼 건물', '본관');
  expect((await list()).slice(1)).toEqual([
    [
      '본관',
      'closed 본관 · 항상 바꾸기',
      'closed 본관 · 2026-12-07 – 2026-12-20 바꾸기',
      '로비 본관 · 카페 · B1층 바꾸기',
    ],
  ]);
  expect(main().queryByText('건물이나 종류를 고르면 목록이 보여요.')).toBeNull();
  await choose('볼 건물', '전체');
  await choose('볼 종류', '카페');
  expect((await list()).map(([title]) => title)).toEqual(['더하기', '법학관', '본관']);
  await choose('볼 건물', '법학관');
  expect((await list()).slice(1)).toEqual([['법학관', '현관 법학관 · 카페 · B1층 바꾸기']]);
});

test('[PL-10] amenity form: sends only changed fields; a refusal appears below its field', async () => {
  const server = await open();
  await choose('볼 건물', '본관');
  await press('로비 본관 · 카페 · B1층 바꾸기');
  expect(field('여는 시간').value).toBe('mon-fri 09:00-18:00');
  fill(field('여는 시간'), 'open');
  fill(reason(), '안내판');
  server.answer(put, refuse('input.invalid', { fields: [{ field: 'hours', code: 'invalid' }] }));
  await press('저장');
  await expectFieldError(field('여는 시간'), '맞지 않는 값이에요.');
  server.answer(put, undefined);
  fill(field('여는 시간'), 'closed');
  await press('저장');
  await expectAlert('반영했습니다.');
  const nothing = { building: null, kind: null, floor: null, spot: null, stepFree: null, source: null };
  expect(server.asked(put).at(-1)).toMatchObject({
    path: { amenityId: 'main-cafe' },
    body: { ...nothing, hours: 'closed', confirmed: null, gone: null, reason: '안내판' },
  });
  // The shared campus pack is refetched.
  expect(server.asked('GET /api/campus/pack').length).toBeGreaterThan(1);
});

test('[PL-10] new amenity and special hours: sent completely; deletion needs a second press', async () => {
  const server = await open();
  await press('시설 더하기');
  fill(field('층'), '2');
  fill(field('위치'), '복도 끝');
  await hands.selectOptions(field('계단 없는 길'), '있음');
  await press('저장');
  await expectAlert('반영했습니다.');
  expect(server.asked(put).at(-1)?.body).toEqual({
    building: 'law-hall',
    kind: '정수기',
    floor: '2',
    spot: '복도 끝',
    hours: '',
    stepFree: 'yes',
    source: '운영자',
    confirmed: '',
    gone: '',
    reason: '',
  });

  await press('여는 시간 더하기');
  fill(field('첫날'), '2026-12-21');
  fill(field('마지막 날'), '2026-12-24');
  fill(field('여는 시간'), 'daily 00:00-24:00');
  await press('저장');
  await expectAlert('반영했습니다.');
  expect(server.asked(putHours).at(-1)).toMatchObject({
    path: { buildingId: 'law-hall' },
    body: { from: '2026-12-21', to: '2026-12-24', hours: 'daily 00:00-24:00', source: '운영자' },
  });

  await choose('볼 건물', '본관');
  await press('closed 본관 · 2026-12-07 – 2026-12-20 바꾸기');
  fill(field('마지막 날'), '2026-12-22');
  await press('저장');
  await expectAlert('반영했습니다.');
  expect(server.asked(putHours).at(-1)?.body).toEqual({
    from: '2026-12-07',
    to: '2026-12-22',
    hours: null,
    source: null,
    reason: '',
  });

  await press('closed 본관 · 항상 바꾸기');
  await press('목록에서 빼기');
  await screen.findByText('이 기간의 여는 시간이 사라집니다.');
  expect(server.asked(removeHours)).toEqual([]);
  await press('정말 목록에서 빼기');
  await expectAlert('반영했습니다.');
  expect(server.asked(removeHours).at(-1)).toMatchObject({
    path: { buildingId: 'main-hall' },
    body: { from: '', reason: '' },
  });
});

test('[PL-09] students’ changes: reverted after a second press; otherwise there is nothing to revert', async () => {
  const server = await open();
  await choose('볼 건물', '본관');
  await press('로비 본관 · 카페 · B1층 바꾸기');
  await screen.findByRole('button', { name: '목록에서 빼기' });
  expect(screen.queryByRole('button', { name: '학생이 바꾼 것 되돌리기' })).toBeNull();
  await choose('볼 건물', '전체');
  await press('계단 옆 법학관 · 정수기 · B1층 바꾸기');
  fill(reason(), '장난');
  await press('학생이 바꾼 것 되돌리기');
  await screen.findByText(/^날짜가 학생이 바꾸기 전으로 돌아가고/);
  expect(server.asked(act)).toEqual([]);
  await press('정말 학생이 바꾼 것 되돌리기');
  await expectAlert('반영했습니다.');
  expect(server.asked(act)).toMatchObject([
    { path: { amenityId: 'law-water', act: 'undo' }, body: { reason: '장난' } },
  ]);
});
