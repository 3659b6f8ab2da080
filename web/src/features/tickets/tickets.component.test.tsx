import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { emptyPack, mainHall, makeTicket } from '../../testing/answers.ts';
import { hands, holdClock, openApp } from '../../testing/open-app.tsx';
import { type Answers, CUT, hold, refuse } from '../../testing/pretended-server.ts';
import { expectPath, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const pack = {
  ...emptyPack,
  buildings: [
    { id: 'main-hall', name: '본관', category: '인문' },
    { id: 'law-hall', name: '법학관', category: '녹지' },
  ],
};
const old = makeTicket({ number: 3, buildingId: 'law-hall', openedAt: '2030-11-16T05:00:00.000Z' });
const today = makeTicket({
  number: 9,
  kind: 'door',
  floor: '',
  spot: '',
  step: 'repairing',
  joined: 1,
  openedAt: '2030-11-27T00:00:00.000Z',
});
const median = (buildingId: string, kind: 'climate' | 'lift', days: number) => ({
  buildingId,
  kind,
  days,
  n: 3,
});
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/campus/pack': pack,
  'GET /api/tickets': {
    tickets: [old, today],
    medians: [median('law-hall', 'climate', 4.6), median('law-hall', 'lift', 2)],
  },
  'GET /api/buildings/{buildingId}': {
    ...pack.buildings[0],
    info: '',
    kind: 'notice',
    picture: null,
  } as never,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
};

beforeEach(() => {
  holdClock();
  vi.setSystemTime('2030-11-27T03:00:00.000Z');
});

const lines = () =>
  main()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .slice(2);

test('[TK-03] facility board: open tickets by building with their age, longest waiting first', async () => {
  await openApp('/board/buildingNotice', answers, official);
  const tabs = within(await main().findByRole('navigation', { name: '시설 게시판' }));
  await hands.click(tabs.getByRole('link', { name: '고장 신고' }));
  await expectPath('/tickets');
  const headings = await main().findAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['법학관', '본관']);
  expect(lines()).toEqual([
    '냉난방 #3 12일째 3층 열람실 앞 · 2명이 기다려요 접수',
    '문·창문 #9 오늘 1명이 기다려요 수리 중',
  ]);
  // Only kinds broken there now; the usual time of doors is unknown.
  main().getByText('보통 냉난방 5일 걸려요');
  const [first] = main().getAllByRole('link', { name: /^냉난방/ });
  expect(first?.getAttribute('href')).toBe(`/post/${old.id}`);
  // Each board replaces the other.
  await hands.click(main().getByRole('link', { name: '공지' }));
  await expectPath('/board/buildingNotice');
});

test('[TK-03] single building: its tickets, and a report with it filled in', async () => {
  await openApp('/tickets?building=main-hall', answers, official);
  await main().findByText(/^문·창문/);
  expect(lines()).toHaveLength(1);
  expect(main().getByRole('link', { name: '고장 신고하기' }).getAttribute('href')).toBe(
    '/tickets/new?building=main-hall',
  );
  await hands.click(main().getByRole('link', { name: '모든 건물 보기' }));
  await main().findByText(/^냉난방/);
  await openApp('/tickets?building=nowhere', answers, official);
  await main().findByText('이 건물에는 지금 고장 신고가 없어요.');
});

test('[TK-03] no tickets, a slow answer, and a failed one', async () => {
  const held = hold({ tickets: [], medians: [] });
  await openApp('/tickets', { ...answers, 'GET /api/tickets': held.answer }, official);
  await main().findByRole('status', { name: /^불러오는 중/ });
  held.release();
  await main().findByText('지금 고장 신고가 없어요.');
  const server = await openApp(
    '/tickets',
    { ...answers, 'GET /api/tickets': refuse('server.failed') },
    official,
  );
  const again = await screen.findByRole('button', { name: '다시 시도' });
  server.answer('GET /api/tickets', { tickets: [old], medians: [] });
  await hands.click(again);
  await main().findByText(/^냉난방/);
  await openApp('/tickets', { ...answers, 'GET /api/tickets': CUT }, official);
  expect((await screen.findByRole('alert')).textContent).toContain('다시 시도');
});

test('[TK-06] own and joined tickets: under my page with their state', async () => {
  const own = [
    { ...today, own: true },
    { ...old, own: false, step: 'fixed' as const, stepAt: '2030-11-26T05:00:00.000Z' },
  ];
  const named = { 'GET /api/buildings': { buildings: [mainHall] } };
  await openApp('/mypage', { ...answers, ...named, 'GET /api/profile/tickets': { tickets: own } }, official);
  await hands.click(await main().findByRole('link', { name: '내 고장 신고' }));
  await expectPath('/mypage/tickets');
  await main().findByText(/^문·창문/);
  expect(
    main()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    '문·창문 #9 오늘 본관 · 1명이 기다려요 · 내가 신고함 수리 중',
    // An ended ticket shows its end.
    '냉난방 #3 어제 14:002030/11/26 14:00 3층 열람실 앞 · 2명이 기다려요 · 함께 기다림 완료',
  ]);
  await openApp('/mypage/tickets', { ...answers, 'GET /api/profile/tickets': { tickets: [] } }, official);
  await main().findByText('신고하거나 함께 기다리는 고장이 없어요.');
  await openApp(
    '/mypage/tickets',
    { ...answers, 'GET /api/profile/tickets': refuse('server.failed') },
    official,
  );
  await screen.findByRole('alert');
});
