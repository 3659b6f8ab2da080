import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { emptyOperatedCampus, emptyPack, legalText, makeAmenity, me } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, field, main } from '../../testing/reading.ts';

const put = 'PUT /api/operate/meals/{amenityId}' as const;
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/legal/{document}': legalText(),
  'GET /api/campus/pack': {
    ...emptyPack,
    buildings: [{ id: 'main-hall', name: '본관', category: '인문' }],
    amenities: [
      makeAmenity({ id: 'cafe', buildingId: 'main-hall', kind: '카페', spot: '로비' }),
      makeAmenity({ id: 'canteen', buildingId: 'main-hall', kind: '학생식당', spot: '1층 식당' }),
      makeAmenity({ id: 'mensa', buildingId: 'main-hall', kind: '교직원식당', spot: '2층 식당' }),
    ],
  },
  'GET /api/operate/campus': {
    ...emptyOperatedCampus,
  },
};
const WEEK = '수\n중식 11:30-13:30\n한식: 닭갈비, 미역국 5,500원\n석식 휴무';

// A Wednesday on the campus.
beforeEach(() => {
  holdClock();
  vi.setSystemTime('2030-11-27T03:00:00Z');
});

const open = async (more: Answers = {}) => {
  const server = await openApp(
    '/operate/campus?part=meals',
    { ...answers, ...more },
    { edition: 'official' },
  );
  await waitFor(() => field('한 주 식단'));
  return server;
};
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('[ML-01] pasted week: shown as understood, and published after a preview', async () => {
  const server = await open({ [put]: undefined });
  expect([...screen.getByLabelText('식당').children].map(({ textContent }) => textContent)).toEqual([
    '본관 1층 식당',
    '본관 2층 식당',
  ]);
  fill(field('한 주 식단'), WEEK);
  expect(screen.queryByRole('button', { name: '올리기' })).toBeNull();
  await press('살펴보기');
  await main().findByRole('heading', { name: '이렇게 읽었습니다' });
  main().getByRole('heading', { name: '11월 27일 (수)' });
  expect(texts()).toEqual([
    '저녁 · 휴무',
    '닭갈비, 미역국점심 · 11:30~13:30 · 한식 · 5,500원 · 3번째 줄',
    '1번째 줄 ‘수’: 요일',
    '2번째 줄 ‘중식 11:30-13:30’: 끼니와 시간',
    '4번째 줄 ‘석식 휴무’: 휴무',
  ]);
  expect(server.asked(put)).toEqual([]);
  // Changed text must be checked again.
  fill(field('한 주 식단'), WEEK.replace('5,500', '6,000'));
  expect(screen.queryByRole('button', { name: '올리기' })).toBeNull();
  await press('살펴보기');
  await main().findByText(/6,000원 · 3번째 줄$/);
  await hands.selectOptions(screen.getByLabelText('식당'), 'mensa');
  fill(field('출처'), '생활협동조합');
  await press('올리기');
  await expectAlert('반영했습니다.');
  expect(server.asked(put).map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: { amenityId: 'mensa' },
      body: {
        monday: '2030-11-25',
        text: WEEK.replace('5,500', '6,000'),
        source: '생활협동조합',
        reason: '',
      },
    },
  ]);
  await waitFor(() => expect(field('한 주 식단')).toHaveProperty('value', ''));
});

test('[ML-01] lines that are not understood are named and block publishing', async () => {
  const server = await open({ [put]: undefined });
  await press('살펴보기');
  await expectFieldError(field('한 주 식단'), '식단이 없습니다.');
  fill(field('한 주 식단'), `학생회관\n${WEEK}\n12/2(월)\n중식\n카레 5,500,000원`);
  await press('살펴보기');
  await main().findByRole('heading', { name: '읽지 못한 줄 2개' });
  expect(texts().slice(0, 2)).toEqual([
    '1번째 줄 ‘학생회관’: 앞에 요일이 없습니다.',
    '6번째 줄 ‘12/2(월)’: 고른 주의 날이 아닙니다.',
  ]);
  expect(screen.queryByRole('button', { name: '올리기' })).toBeNull();
  // The other week has other days.
  await hands.selectOptions(screen.getByLabelText('주'), '7');
  fill(field('한 주 식단'), '12/2(월)\n중식\n카레');
  await press('살펴보기');
  await press('올리기');
  await waitFor(() => expect(server.asked(put)[0]?.body).toMatchObject({ monday: '2030-12-02' }));
});

test('[ML-01] cells of a table without a dish, or with a mistake, are named', async () => {
  await open({ [put]: undefined });
  fill(field('한 주 식단'), '구분\t월\t화\t수\n중식\t카레\t미정\t국밥 5,500,000원');
  await press('살펴보기');
  await main().findByRole('heading', { name: '읽지 못한 줄 1개' });
  expect(texts()).toEqual([
    '2번째 줄 ‘국밥 5,500,000원’: 가격이 맞지 않습니다. 100,000원까지입니다.',
    '카레점심 · 11:00~14:00 · 2번째 줄',
    '1번째 줄 ‘구분\t월\t화\t수’: 요일',
    '2번째 줄 ‘미정’: 안내',
  ]);
});

test('[ML-01] server refusal: shown; a campus without a cafeteria explains the first step', async () => {
  await open({ [put]: refuse('resource.missing') });
  fill(field('한 주 식단'), WEEK);
  await press('살펴보기');
  await press('올리기');
  await expectAlert('그 사이 바뀌었습니다.');
  expect(field('한 주 식단')).toHaveProperty('value', WEEK);
  await openApp(
    '/operate/campus?part=meals',
    { ...answers, 'GET /api/campus/pack': emptyPack },
    { edition: 'official' },
  );
  await main().findByText(/먼저 시설에 더해 주세요/);
});
