import { ALERTS_MAX } from '@madang/contract/notifications/rules';
import type { Alert } from '@madang/contract/notifications/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mainHall, makePost } from '../../testing/answers.ts';
import { fill, hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';
import { type Answers, CUT, hold, type PretendedServer, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectFieldError, expectPath, field, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;

const makeAlert = (word: string, more: Partial<Alert> = {}): Alert => ({
  id: encodeURIComponent(word).replaceAll('%', ''),
  word,
  building: null,
  paused: false,
  createdAt: '2026-11-20T03:00:00.000Z',
  ...more,
});

/** Opens a screen with a server that stores alerts. */
function openAlerts(
  path: string,
  words: readonly string[] = [],
  more: Answers = {},
): Promise<PretendedServer> {
  let alerts = words.map((word) => makeAlert(word));
  const find = (id = '') => alerts.find((alert) => alert.id === id) ?? makeAlert(id);
  const pause = (id: string | undefined, paused: boolean): Alert => {
    alerts = alerts.map((alert) => (alert.id === id ? { ...alert, paused } : alert));
    return find(id);
  };
  return openApp(
    path,
    {
      'GET /api/buildings': { buildings: [mainHall] },
      'GET /api/profile/alerts': () => ({ alerts }),
      'PUT /api/profile/alerts/{id}': ({ path: { id = '' }, body: { word, buildingId } }) => {
        const building = buildingId === null ? null : { id: buildingId, name: '질문 게시판' };
        alerts = [makeAlert(word.trim(), { id, building }), ...alerts];
        return find(id);
      },
      'PUT /api/profile/alerts/{id}/pause': ({ path: { id } }) => pause(id, true),
      'DELETE /api/profile/alerts/{id}/pause': ({ path: { id } }) => pause(id, false),
      'DELETE /api/profile/alerts/{id}': ({ path: { id } }) => {
        alerts = alerts.filter((alert) => alert.id !== id);
      },
      'GET /api/alerts/preview': { count: 0, more: false, posts: [] },
      ...more,
    },
    official,
  );
}

const word = () => field('키워드');
const add = () => press('추가하기');
async function choosePlace(name: string): Promise<void> {
  const place = screen.getByRole('button', { name: /^장소 / });
  await hands.click(place);
  const sheet = within(await screen.findByRole('dialog', { name: '장소' }));
  await hands.click(sheet.getByRole('button', { name }));
  await waitFor(() => expect(place.textContent).toBe(name));
}
const list = () => within(screen.getByRole('region', { name: '받고 있는 키워드' }));
const rows = () =>
  list()
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const expectRows = (...texts: RegExp[]) =>
  waitFor(() => expect(rows()).toEqual(texts.map((text): unknown => expect.stringMatching(text))));

beforeEach(holdClock);

test('[NO-03] alerts with and without a place: added newest first, and counted', async () => {
  const server = await openAlerts('/mypage/alerts');
  await screen.findByText('아직 추가한 키워드가 없습니다.');
  fill(word(), '  정수기 ');
  await add();
  await expectAlert('‘정수기’ 새 글이 올라오면 알려 드립니다.');
  expect(word().value).toBe('');
  fill(word(), '콘센트');
  await choosePlace('질문 게시판');
  await hands.type(word(), '{Enter}');
  await expectRows(/^콘센트질문 게시판/, /^정수기모든 장소/);
  screen.getByText('2/20');
  expect(server.asked('PUT /api/profile/alerts/{id}').map(({ body }) => body.buildingId)).toEqual([
    null,
    'question',
  ]);
});

test('[NO-03] invalid word, duplicate and twenty-first alert: refused with a reason', async () => {
  const server = await openAlerts('/mypage/alerts');
  await screen.findByText('아직 추가한 키워드가 없습니다.');
  for (const [typed, message] of [
    ['', '키워드를 입력해 주세요.'],
    ['물', '두 글자 이상인 말이 하나는 있어야 해요.'],
    ['가'.repeat(31), '30자까지예요. 1자를 줄여 주세요.'],
  ] as const) {
    fill(word(), typed);
    await add();
    await expectFieldError(word(), message);
  }
  expect(server.writes()).toBe(0);
  server.answer('PUT /api/profile/alerts/{id}', refuse('alert.same'));
  fill(word(), '물통');
  await add();
  await expectFieldError(word(), '이미 추가한 키워드예요.');
  expect(word().value).toBe('물통');
  fill(word(), '우산통');
  // Another phone added first: the input stays.
  const full = Array.from({ length: ALERTS_MAX }, (_, number) => makeAlert(`낱말 ${number}`));
  server.answer('PUT /api/profile/alerts/{id}', refuse('alert.full'));
  server.answer('GET /api/profile/alerts', { alerts: full });
  await add();
  await expectAlert('키워드는 20개까지 추가할 수 있어요.');
  await screen.findByText('20/20');
  expect(screen.queryByLabelText('키워드')).toBeNull();
  server.answer('DELETE /api/profile/alerts/{id}', undefined);
  await press('‘낱말 0’ 알림 지우기');
  expect((await screen.findByLabelText<HTMLInputElement>('키워드')).value).toBe('우산통');
});

test('[NO-03] alert: paused, resumed, deleted and restored', async () => {
  const server = await openAlerts('/mypage/alerts', ['우산']);
  const held = hold(makeAlert('우산', { paused: true }));
  server.answer('PUT /api/profile/alerts/{id}/pause', held.answer);
  await hands.dblClick(await screen.findByRole('button', { name: '‘우산’ 알림 멈추기' }));
  held.release();
  await expectAlert('‘우산’ 알림을 멈췄습니다.');
  await expectRows(/^우산멈춤/);
  expect(server.writes()).toBe(1);
  await press('‘우산’ 알림 다시 받기');
  await expectAlert('‘우산’ 알림을 다시 받습니다.');
  await expectRows(/^우산모든/);
  await press('‘우산’ 알림 지우기');
  await expectRows();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  await press('되돌리기');
  await expectAlert('다시 추가했습니다.');
  await expectRows(/^우산/);
});

test('[NO-03] lost answer: the alert is sent again with the same id; typed text survives a reload', async () => {
  await openAlerts('/mypage/alerts');
  fill(await screen.findByLabelText('키워드'), '자판기');
  const server = await openAlerts('/mypage/alerts', [], { 'PUT /api/profile/alerts/{id}': CUT });
  await waitFor(() => expect(word().value).toBe('자판기'));
  await add();
  await expectAlert('마당 서버가 잠시 쉬고 있어요.');
  server.answer('PUT /api/profile/alerts/{id}', makeAlert('자판기'));
  await add();
  await expectRows(/^자판기/);
  const ids = server.asked('PUT /api/profile/alerts/{id}').map(({ path }) => path['id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  await openAlerts('/mypage/alerts');
  expect((await screen.findByLabelText<HTMLInputElement>('키워드')).value).toBe('');
});

test('[NO-03] alert form: shows past matches while typing', async () => {
  const preview: Answers = {
    'GET /api/alerts/preview': ({ query }) =>
      query['building'] === undefined
        ? { count: 4, more: false, posts: [makePost({ title: '유실물함 넷째' })] }
        : { count: 0, more: false, posts: [] },
  };
  const server = await openAlerts('/mypage/alerts', [], preview);
  await hands.type(await screen.findByLabelText('키워드'), '유실물함');
  await passTime(1);
  await screen.findByText('지난 30일이었다면 4번 알려 드렸을 거예요.');
  screen.getByText('유실물함 넷째');
  await choosePlace('질문 게시판');
  await passTime(1);
  await screen.findByText('지난 30일 동안에는 이런 글이 없었습니다.');
  expect(server.asked('GET /api/alerts/preview').map(({ query }) => query)).toEqual([
    { word: '유실물함' },
    { word: '유실물함', building: 'question' },
  ]);
  fill(word(), '분');
  await passTime(1);
  expect(screen.queryByText(/지난 30일/)).toBeNull();
});

test('[NO-03] search without results, or without recent ones: offers an alert', async () => {
  const now = new Date().toISOString();
  for (const [query, dates, offered] of [
    ['유실물함', [now, '2020-03-02T03:00:00.000Z'], false],
    ['형광우산', ['2020-03-02T03:00:00.000Z'], true],
    ['유니콘', [], true],
    // A single letter is no alert.
    ['뷁', [], false],
  ] as const) {
    const server = await openAlerts(`/search?query=${encodeURIComponent(query)}`, [], {
      'GET /api/search': {
        searched: query,
        shortened: false,
        scope: 'texts',
        places: [],
        posts: dates.map((createdAt) => makePost({ createdAt })),
        nextCursor: null,
      },
    });
    if (dates.length > 0) await main().findAllByRole('article');
    else await main().findByRole('button', { name: '질문 게시판에 물어보기' });
    if (!offered) {
      expect(screen.queryByRole('button', { name: '알림 받기' })).toBeNull();
      continue;
    }
    await screen.findByText('새 글이 올라오면 알려 드릴까요?');
    const offer = await screen.findByRole('button', { name: '알림 받기' });
    for (const card of main().queryAllByRole('article'))
      expect(offer.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    await hands.dblClick(offer);
    await screen.findByText(`‘${query}’ 새 글이 올라오면 알려 드립니다.`);
    expect(server.asked('PUT /api/profile/alerts/{id}').map(({ body }) => body)).toEqual([
      { word: query, buildingId: null },
    ]);
    await hands.click(screen.getByRole('link', { name: '키워드 관리' }));
    await expectPath('/mypage/alerts');
    await screen.findByRole('region', { name: '받고 있는 키워드' });
    await expectRows(new RegExp(`^${query}`));
  }
});

test('[NO-03] refused word: not restored at the next visit', async () => {
  const refused: Answers = { 'PUT /api/profile/alerts/{id}': refuse('alert.same') };
  for (const [typed, why] of [
    ['물', '두 글자 이상'],
    ['정수기', '이미 추가한'],
  ] as const) {
    await openAlerts('/mypage/alerts', [], refused);
    fill(await screen.findByLabelText('키워드'), typed);
    await add();
    await expectFieldError(word(), why);
    await openAlerts('/mypage/alerts', [], refused);
    expect((await screen.findByLabelText<HTMLInputElement>('키워드')).value).toBe('');
  }
});
