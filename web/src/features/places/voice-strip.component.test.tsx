import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Output } from '../../lib/api.ts';
import { mainHall } from '../../testing/answers.ts';
import { hands, holdClock, openApp, passTime } from '../../testing/open-app.tsx';
import { type Answers, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, main } from '../../testing/reading.ts';

type CrowdReports = Output<'GET /api/voices'>;

const official = { edition: 'official' } as const;
const PATH = '/building/main-hall';
// Mid-minute, as clocks differ slightly.
const NOW = '2030-11-27T05:30:30.000Z';
const at = Math.floor(Date.parse(NOW) / 60_000);
const about = (place?: CrowdReports['places'][string]): CrowdReports => ({
  places: { 'science-hall': { now: 'crowded', n: 9, at }, ...(place ? { 'main-hall': place } : {}) },
  muted: [],
});
const answers: Answers = {
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/buildings/{buildingId}': mainHall,
  'GET /api/buildings/{buildingId}/posts': { posts: [], nextCursor: null },
  'GET /api/buildings/{buildingId}/view': { answered: [], marked: [] },
};

/** Streams whose events the test sends. */
class LiveStream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: LiveStream[] = [];
  readonly readyState = 1;
  closed = false;
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    LiveStream.opened.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

beforeEach(() => {
  holdClock();
  vi.setSystemTime(NOW);
  LiveStream.opened = [];
  vi.stubGlobal('EventSource', LiveStream);
});

const openStrip = async (voices: CrowdReports, more: Answers = {}, path = PATH) => {
  const server = await openApp(path, { ...answers, 'GET /api/voices': voices, ...more }, official);
  await main().findByRole('heading', { level: 2, name: '지금 어때요?' });
  return server;
};
const said = () => screen.getByRole('main').querySelector('[aria-live]')?.textContent;
const expectSaid = (text: string) => waitFor(() => expect(said()).toBe(text));
const button = (name: string) => main().getByRole('button', { name });
const pressed = () =>
  ['여유', '보통', '붐빔', '조용해요'].filter((name) => button(name).getAttribute('aria-pressed') === 'true');

test('[PL-06] crowd strip: value, number and age; contradictory reports, the usual level, or nothing', async () => {
  const date = '2030/11/27 14:27';
  for (const [place, text] of [
    [{ now: 'free', n: 3, at: at - 3 }, `여유3명3분 전${date}`],
    [{ now: 'split', n: 4, at: at - 3, usual: 'normal' }, `엇갈려요4명3분 전${date}평소 이 시간 보통`],
    [{ now: 'crowded', n: 2, at: at - 3, quiet: 2, usual: 'crowded' }, `붐빔2명조용해요 2명3분 전${date}`],
    [{ usual: 'crowded' }, '평소 이 시간 붐빔'],
    [{ quiet: 2, at: at - 3, usual: 'free' }, `조용해요 2명3분 전${date}평소 이 시간 여유`],
    [undefined, '소식 없음'],
  ] as const)
    for (const path of [PATH, `${PATH}/view`]) {
      await openStrip(about(place), {}, path);
      await expectSaid(text);
    }
});

test('[PL-03] press: shown at once and sent, a second one reverts it, and the newest wins', async () => {
  const waiting = hold(undefined);
  const server = await openStrip(about(), { 'PUT /api/voices': waiting.answer });
  await hands.click(button('붐빔'));
  expect(pressed()).toEqual(['붐빔']);
  await hands.click(button('여유'));
  await hands.click(button('조용해요'));
  expect(pressed()).toEqual(['여유', '조용해요']);
  main().getByText('고마워요. 한 명 더 말하면 모두에게 보여요.');
  server.answer('GET /api/voices', about({ now: 'free', n: 2, at, quiet: 2 }));
  waiting.release();
  await waitFor(() =>
    expect(server.asked('PUT /api/voices').map(({ body }) => body)).toEqual([
      { buildingId: 'main-hall', crowd: 'crowded', quiet: false },
      { buildingId: 'main-hall', crowd: 'free', quiet: true },
    ]),
  );
  await waitFor(() => expect(said()).toMatch(/^여유2명조용해요 2명/));
  expect(main().queryByText(/한 명 더 말하면/)).toBeNull();
  await hands.click(button('여유'));
  await hands.click(button('조용해요'));
  await waitFor(() =>
    expect(server.asked('PUT /api/voices').at(-1)?.body).toEqual({
      buildingId: 'main-hall',
      crowd: null,
      quiet: false,
    }),
  );
  expect(pressed()).toEqual([]);
});

test('[PL-03] after ten minutes a press is a new report', async () => {
  const server = await openStrip(about(), { 'PUT /api/voices': undefined });
  await hands.click(button('여유'));
  await waitFor(() => expect(server.asked('PUT /api/voices').length).toBe(1));
  await passTime(9 * 60);
  expect(pressed()).toEqual(['여유']);
  await passTime(90);
  expect(pressed()).toEqual([]);
  await hands.click(button('여유'));
  expect(pressed()).toEqual(['여유']);
  await waitFor(() => expect(server.asked('PUT /api/voices').length).toBe(2));
});

test('[PL-03] crowd strip: follows others’ reports, closes its stream while hidden and when left', async () => {
  await openStrip(about());
  await waitFor(() => expect(LiveStream.opened.map(({ address }) => address)).toEqual(['/api/voices/live']));
  const push = (place: CrowdReports['places'][string]) =>
    act(
      () =>
        void LiveStream.opened
          .at(-1)
          ?.dispatchEvent(new MessageEvent('voices', { data: JSON.stringify(about(place)) })),
    );
  push({ now: 'crowded', n: 5, at });
  await waitFor(() => expect(said()).toMatch(/^붐빔5명/));
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(LiveStream.opened.map(({ closed }) => closed)).toEqual([true]);
  hidden.mockReturnValue('visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(LiveStream.opened.map(({ closed }) => closed)).toEqual([true, false]);
  push({ usual: 'free' });
  await expectSaid('평소 이 시간 여유');
});

test('[PL-03] crowd report without the right: explains what is needed, and nothing stays pressed', async () => {
  await openStrip(about(), { 'PUT /api/voices': refuse('right.required') });
  await hands.click(button('여유'));
  await expectAlert('고려대학교 계정으로 로그인한 뒤 이메일을 인증해 주세요.');
  await waitFor(() => expect(pressed()).toEqual([]));
});

test('[PL-04] no strip for muted places, boards that are not places, and the beta edition', async () => {
  await openApp(PATH, { ...answers, 'GET /api/voices': { places: {}, muted: ['main-hall'] } }, official);
  await main().findByRole('link', { name: '건물 보기' });
  await waitFor(() => expect(screen.queryByText('지금 어때요?')).toBeNull());
  await openApp(PATH, answers);
  await main().findByRole('button', { name: '건물 보기' });
  expect(screen.queryByText('지금 어때요?')).toBeNull();
});

test('[PL-04] counted seats: a link to their page replaces the strip', async () => {
  const seats = 'https://library.example.ac.kr/seats';
  const counted = {
    ...answers,
    'GET /api/buildings/{buildingId}': { ...mainHall, seats },
    'GET /api/voices': { places: {}, muted: ['main-hall'] },
  };
  for (const path of [PATH, `${PATH}/view`]) {
    await openApp(path, counted, official);
    const link = await main().findByRole('link', { name: '남은 좌석 보기' });
    expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      seats,
      '_blank',
      'noopener',
    ]);
    expect(screen.queryByText('지금 어때요?')).toBeNull();
  }
});
