import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { emptyOperatedCampus, legalText, me } from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, field, isWrong, main } from '../../testing/reading.ts';

const act = 'POST /api/operate/voices/{buildingId}/{act}' as const;
const plant = 'PUT /api/operate/voices/{buildingId}' as const;
const change = 'PUT /api/operate/buildings/{buildingId}' as const;
const building = (id: string, name: string, seats = '') => ({
  id,
  name,
  category: '인문',
  info: '설명',
  seats,
});
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/session': { user: me, role: { operator: true, boards: [] } },
  'GET /api/legal/{document}': legalText(),
  'GET /api/operate/campus': {
    ...emptyOperatedCampus,
    buildings: [
      building('law-hall', '법학관'),
      building('library', '중앙도서관', 'https://library.example.ac.kr'),
      building('main-hall', '본관'),
    ],
    mutes: ['main-hall'],
    locked: [{ id: 'seo101', building: 'law-hall', name: '101호', voices: 3, days: 2, last: '2026-11-25' }],
  },
  [act]: undefined,
  [plant]: undefined,
  [change]: undefined,
};
const open = async (part = 'voices') => {
  const server = await openApp(`/operate/campus?part=${part}`, answers, { edition: 'official' });
  await main().findByRole('tab', { name: '지금 어때요?' });
  return server;
};
const section = async (name: string) => {
  const heading = await main().findByRole('heading', { name });
  return within(heading.nextElementSibling as HTMLElement);
};

test('[PL-04] place: muted and unmuted with a reason; not possible with a seat counting system', async () => {
  const server = await open();
  const rows = (await section('소식을 받는 건물')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '법학관받지 않기',
    '본관다시 받기소식을 받지 않습니다.',
  ]);
  await press('법학관 받지 않기');
  fill(within(rows[0] as HTMLElement).getByLabelText('사유'), '장난');
  await press('받지 않기');
  await expectAlert('반영했습니다.');
  await press('본관 다시 받기');
  await press('다시 받기');
  await waitFor(() =>
    expect(server.asked(act)).toMatchObject([
      { path: { buildingId: 'law-hall', act: 'mute' }, body: { reason: '장난' } },
      { path: { buildingId: 'main-hall', act: 'unmute' }, body: { reason: '' } },
    ]),
  );
});

test('[PL-06] usual crowd: set by hours or removed; a refusal appears below its field', async () => {
  const server = await open();
  await press('평소 혼잡도 저장하기');
  await expectFieldError(field('시간대'), '입력');
  server.answer(plant, refuse('input.invalid', { fields: [{ field: 'hours', code: 'invalid' }] }));
  fill(field('시간대'), 'always');
  await press('평소 혼잡도 저장하기');
  await waitFor(() => expect(isWrong(field('시간대'))).toBe(true));
  server.answer(plant, undefined);
  await hands.selectOptions(field('혼잡도 건물'), '본관');
  await hands.selectOptions(field('혼잡도'), '없앰');
  fill(field('시간대'), 'mon-fri 12:00-18:00');
  await press('평소 혼잡도 저장하기');
  await waitFor(() =>
    expect(server.asked(plant).at(-1)).toMatchObject({
      path: { buildingId: 'main-hall' },
      body: { hours: 'mon-fri 12:00-18:00', crowd: 'none', reason: '' },
    }),
  );
  await waitFor(() => expect(field('시간대').value).toBe(''));
});

test('[RM-03] rooms reported as locked: listed with building and number of reports', async () => {
  await open();
  const rows = (await section('잠겨 있던 강의실')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['법학관 101호3번, 2일 · 마지막 2026-11-25']);
});

test('[PL-04] address of a seat counting system: changed in its own form', async () => {
  const server = await open('buildings');
  await press('법학관 바꾸기');
  await waitFor(() => field('좌석 주소'));
  fill(field('좌석 주소'), 'http://library.example.ac.kr');
  await press('바꾸기');
  await waitFor(() => expect(isWrong(field('좌석 주소'))).toBe(true));
  fill(field('좌석 주소'), 'https://library.example.ac.kr/seats');
  await press('바꾸기');
  await waitFor(() =>
    expect(server.asked(change)).toMatchObject([
      {
        path: { buildingId: 'law-hall' },
        body: { name: null, category: null, info: null, seats: 'https://library.example.ac.kr/seats' },
      },
    ]),
  );
});
