import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  emptyPack,
  mainHall,
  makeAmenity,
  makeOwnTicket,
  makeTicket,
  makeWholePost,
  me,
} from '../../testing/answers.ts';
import { fill, hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { lawHall } from '../../testing/write-form.ts';
import { expectAlert, expectFieldError, expectPath, field, isWrong, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const POST = 'POST /api/tickets';
const dispenser = makeAmenity({ id: 'water-1', floor: '1', spot: '로비' });
const there = makeTicket({ number: 4, kind: 'water' });
const own = makeOwnTicket({ ticket: there });
const answers: Answers = {
  'GET /api/campus/pack': {
    ...emptyPack,
    buildings: [
      { id: 'main-hall', name: '본관', category: '인문' },
      { id: 'law-hall', name: '법학관', category: '녹지' },
    ],
    amenities: [dispenser],
  },
  'GET /api/tickets': { tickets: [there, makeTicket({ buildingId: 'law-hall' })], medians: [] },
  'GET /api/posts/{id}': ({ path }) => ({ ...makeWholePost(), id: path['id'] ?? '', buildingId: 'ticket' }),
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/tickets/{id}': own,
  [POST]: own,
};
const open = (path: string, more: Answers = {}) => openApp(path, { ...answers, ...more }, official);
const building = () => main().getByRole('button', { name: /^건물 / });
const place = () => [
  building().textContent,
  ...['층 (선택)', '자리 (선택)'].map((label) => field(label).value),
];
const kind = (name: string) => main().findByRole('button', { name });

test('[TK-01] report: place, kind and text; a repeated one keeps its id, and text is kept until sent', async () => {
  const server = await open('/tickets/new?building=law-hall', { [POST]: refuse('server.failed') });
  await press('신고하기');
  await waitFor(() => expect(isWrong(screen.getByRole('button', { name: '전기·조명' }))).toBe(true));
  await expectFieldError(field('어떤 상태인가요?'), '어떤 상태인지 적어 주세요.');
  expect(server.writes()).toBe(0);
  expect(building().textContent).toBe('법학관');
  // Kinds the building lacks offer no amenity.
  expect(screen.queryByLabelText('시설 (선택)')).toBeNull();
  await hands.click(await kind('와이파이'));
  fill(field('층 (선택)'), '2');
  fill(field('자리 (선택)'), ' 204호 ');
  fill(field('어떤 상태인가요?'), '자꾸 끊겨요');
  await press('신고하기');
  await expectAlert('알 수 없는 오류');
  await open('/tickets/new?building=law-hall');
  await main().findByText('쓰던 신고를 불러왔어요.');
  expect(field('어떤 상태인가요?').value).toBe('자꾸 끊겨요');
  expect(place()).toEqual(['법학관', '2', ' 204호 ']);
  const again = await open('/tickets/new', { [POST]: refuse('text.repeated') });
  await press('신고하기');
  await expectAlert('방금 같은 글을 올렸습니다.');
  again.answer(POST, own);
  await press('신고하기');
  await expectPath(`/post/${there.id}`);
  const bodies = [...server.asked(POST), ...again.asked(POST)].map(({ body }) => body);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  expect(bodies.map(({ again: meant }) => meant)).toEqual([undefined, undefined, true]);
  expect(bodies[2]).toMatchObject({
    buildingId: 'law-hall',
    amenityId: null,
    kind: 'network',
    floor: '2',
    spot: '204호',
    text: '자꾸 끊겨요',
    pictures: [],
  });
  await open('/tickets/new');
  await waitFor(() => expect(field('어떤 상태인가요?').value).toBe(''));
});

test('[TK-01] draft: moves to another building without its room or amenity', async () => {
  await open('/tickets/new?building=law-hall');
  await hands.click(await kind('문·창문'));
  fill(field('자리 (선택)'), '204호');
  fill(field('어떤 상태인가요?'), '안 닫혀요');
  await open('/tickets/new?building=main-hall&amenity=water-1');
  await main().findByText('쓰던 신고를 불러왔어요.');
  expect([...place(), field('어떤 상태인가요?').value]).toEqual(['본관', '1', '로비', '안 닫혀요']);
  await press('지우기');
});

test('[TK-01] double tap: sends once; a limit shows the waiting time', async () => {
  const held = hold(refuse('pace.reached', { retryAfter: 600 }));
  const server = await open('/tickets/new?building=law-hall', { [POST]: held.answer });
  await hands.click(await kind('청소'));
  fill(field('어떤 상태인가요?'), '쏟아졌어요');
  await hands.dblClick(screen.getByRole('button', { name: '신고하기' }));
  held.release();
  await expectAlert('10분 뒤에');
  expect(server.asked(POST)).toHaveLength(1);
});

test('[TK-01] similar open tickets: offered first; joining opens the ticket', async () => {
  const server = await open('/tickets/new?building=main-hall', { 'PUT /api/tickets/{id}/join': own });
  await hands.click(await kind('냉난방'));
  expect(screen.queryByText('이미 신고된 것일까요?')).toBeNull();
  await hands.click(await kind('물·화장실'));
  const offered = within(
    screen.getByRole('heading', { name: '이미 신고된 것일까요?' }).parentElement as HTMLElement,
  );
  expect(offered.getByRole('link').textContent).toContain('물·화장실 #4');
  await hands.click(offered.getByRole('button', { name: '나도 겪어요: 4번 신고' }));
  await expectPath(`/post/${there.id}`);
  await expectAlert('함께 기다릴게요.');
  expect([server.asked('PUT /api/tickets/{id}/join').length, server.asked(POST).length]).toEqual([1, 0]);
});

test('[TK-01] ticket closed meanwhile: not joined', async () => {
  await open('/tickets/new?building=main-hall', { 'PUT /api/tickets/{id}/join': refuse('ticket.step') });
  await hands.click(await kind('물·화장실'));
  await press('나도 겪어요: 4번 신고');
  await expectAlert('그 사이 바뀌었어요.');
  await expectPath('/tickets/new?building=main-hall');
});

test('[TK-06] printed code, amenity and building prefill the place', async () => {
  const filled = async (query: string) => {
    await open(`/tickets/new?${query}`);
    await waitFor(building);
    return place();
  };
  expect(await filled('building=main-hall&amenity=water-1')).toEqual(['본관', '1', '로비']);
  expect(field('시설 (선택)').value).toBe('water-1');
  expect(await filled('building=main-hall&spot=3층 라운지')).toEqual(['본관', '', '3층 라운지']);
  expect(await filled('building=nowhere&spot=x')).toEqual(['건물을 골라 주세요', '', '']);
  const sign = {
    building: { id: 'main-hall', name: '본관' },
    spot: '3층 라운지',
    amenityId: null,
    replaced: false,
    muted: false,
    voices: {},
    hours: [],
  };
  await open('/at/abcdefgh', { 'GET /api/codes/{code}': { sign } });
  await hands.click(await main().findByRole('link', { name: '고장 났어요' }));
  await waitFor(() => expect(field('자리 (선택)').value).toBe('3층 라운지'));
});

test('[TK-01] building: found by name; typed text stays', async () => {
  const server = await open('/tickets/new', { 'GET /api/buildings': { buildings: [mainHall, lawHall] } });
  fill(await screen.findByLabelText('어떤 상태인가요?'), '불이 깜빡여요');
  await press('신고하기');
  await waitFor(() => expect(isWrong(building())).toBe(true));
  expect(server.writes()).toBe(0);
  await hands.click(building());
  const sheet = within(await screen.findByRole('dialog', { name: '건물' }));
  fill(await sheet.findByLabelText('건물 찾기'), 'qjqgkr');
  await hands.click(await sheet.findByRole('button', { name: /^법학관/ }));
  await waitFor(() => expect(building().textContent).toBe('법학관'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([field('어떤 상태인가요?').value, isWrong(building())]).toEqual(['불이 깜빡여요', false]);
});

test('[TK-01] unverified university address: explains why and links there', async () => {
  const user = { ...me, writingRight: false, emailVerified: false };
  await openApp('/tickets/new', { ...answers, 'GET /api/profile': { user } }, { ...official, user });
  await main().findByText('학교 이메일을 인증하면 고장을 신고할 수 있어요.');
  expect(main().getByRole('link', { name: '이메일 인증' }).getAttribute('href')).toBe(
    '/verify?next=%2Ftickets%2Fnew',
  );
  // Verified in another tab.
  await openApp('/tickets/new', { ...answers, 'GET /api/profile': { user: me } }, { ...official, user });
  await waitFor(building);
});
