import 'fake-indexeddb/auto';
import { PUSH_DEVICES_MAX } from '@madang/contract/notifications/rules';
import type { PushState } from '@madang/contract/notifications/schema';
import { act, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, readOwner } from '../../lib/offline/database.ts';
import { me, quietPush } from '../../testing/answers.ts';
import { hands, openApp, press } from '../../testing/open-app.tsx';
import { KEYS, pretendPush } from '../../testing/pretended-push.ts';
import { type Answers, CUT, hold, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, field } from '../../testing/reading.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(closeDatabase);

const makeDevice = (id: string, more: Partial<PushState['devices'][number]> = {}) => ({
  id,
  system: 'android' as const,
  browser: 'chrome' as const,
  here: false,
  addedAt: '2026-11-20T03:00:00.000Z',
  usedAt: '2026-11-20T03:00:00.000Z',
  ...more,
});
const here = makeDevice('here', { here: true });
const wishes = ({ kinds, budget, quiet, texts }: PushState) => ({ kinds, budget, quiet, texts });

/** Opens the settings with a server that stores changes. */
async function openSettings(more: Partial<PushState> = {}, answers: Answers = {}) {
  let state: PushState = { ...quietPush, key: KEYS[0], ...more };
  const server = await openApp(
    '/mypage/notifications',
    {
      'GET /api/profile/notification-settings': { on: true, kinds: quietPush.kinds, muted: [] },
      'GET /api/profile/push': () => state,
      'PUT /api/profile/push': ({ body }) => (state = { ...state, ...body, resting: false }),
      'PUT /api/profile/push/device': () =>
        (state = { ...state, devices: [here, ...state.devices.filter((device) => !device.here)] }),
      'DELETE /api/profile/push/devices/{id}': ({ path: { id } }) => {
        state = { ...state, devices: state.devices.filter((device) => device.id !== id) };
      },
      ...answers,
    },
    { edition: 'official' },
  );
  await screen.findByRole('heading', { name: '받을 알림' });
  return server;
}

const section = () => screen.findByRole('region', { name: '기기로 받는 알림' });
const findSwitch = async (name: string) =>
  within(await section()).findByRole<HTMLInputElement>('switch', { name });
const expectNoSwitch = async () =>
  expect(within(await section()).queryByRole('switch', { name: '이 기기로 받기' })).toBeNull();
const rows = () =>
  screen
    .queryAllByRole('listitem')
    .filter(({ textContent }) => textContent.endsWith('이 기기 빼기'))
    .map(({ textContent }) => textContent);
const browse = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);

test('[NO-04] push switch: asks the browser and subscribes once for several taps', async () => {
  const push = pretendPush();
  const server = await openSettings();
  const turn = await findSwitch('이 기기로 받기');
  expect([turn.checked, screen.queryByText('하루에 받을 알림')]).toEqual([false, null]);
  await hands.dblClick(turn);
  await expectAlert('이제 새 소식이 오면 이 기기로 알려 드려요.');
  expect((await findSwitch('이 기기로 받기')).checked).toBe(true);
  expect(server.asked('PUT /api/profile/push/device').map(({ body }) => body)).toEqual([
    { endpoint: push.subscription?.endpoint, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  ]);
  expect(rows()).toEqual([expect.stringContaining('안드로이드 · Chrome지금 이 기기')]);
  await waitFor(async () =>
    expect(await readOwner()).toMatchObject({
      userId: me.id,
      push: { device: 'here', endpoint: push.subscription?.endpoint },
    }),
  );

  await hands.click(await findSwitch('이 기기로 받기'));
  await waitFor(() => expect(rows()).toEqual([]));
  expect(push.subscription).toBeNull();
  expect((await readOwner())?.push).toBeUndefined();
  expect(server.asked('DELETE /api/profile/push/devices/{id}')).toHaveLength(1);
});

test('[NO-04] push switch without a network: the next tap repeats the change', async () => {
  const push = pretendPush();
  const server = await openSettings({}, { 'PUT /api/profile/push/device': CUT });
  await hands.click(await findSwitch('이 기기로 받기'));
  await expectAlert('마당 서버가 잠시 쉬고 있어요.');
  expect((await findSwitch('이 기기로 받기')).checked).toBe(false);
  const { endpoint } = push.subscription ?? {};
  server.answer('PUT /api/profile/push/device', { ...quietPush, key: KEYS[0], devices: [here] });
  await hands.click(await findSwitch('이 기기로 받기'));
  await waitFor(async () => expect((await findSwitch('이 기기로 받기')).checked).toBe(true));
  expect(server.asked('PUT /api/profile/push/device').map(({ body }) => body.endpoint)).toEqual([
    endpoint,
    endpoint,
  ]);
  // A failed removal leaves the device listed and notified.
  server.answer('DELETE /api/profile/push/devices/{id}', CUT);
  await hands.click(await findSwitch('이 기기로 받기'));
  await expectAlert('마당 서버가 잠시 쉬고 있어요.');
  expect((await findSwitch('이 기기로 받기')).checked).toBe(true);
  expect(push.subscription?.endpoint).toBe(endpoint);
});

test('[NO-04] browser without a push service: shows a message; a subscription of older keys is renewed', async () => {
  const push = pretendPush({ broken: true });
  const server = await openSettings();
  await hands.click(await findSwitch('이 기기로 받기'));
  await expectAlert('이 브라우저에서 알림을 켜지 못했어요. 잠시 뒤에 다시 눌러 주세요.');
  push.broken = false;
  push.make(KEYS[1]);
  const { endpoint } = push.subscription ?? {};
  await hands.click(await findSwitch('이 기기로 받기'));
  await waitFor(() => expect(server.asked('PUT /api/profile/push/device')).toHaveLength(1));
  expect(push.subscription?.endpoint).not.toBe(endpoint);
});

test('[NO-04] denied permission: shows the steps for this system, and detects a change on return', async () => {
  for (const [agent, said] of [
    [
      'Mozilla/5.0 (Linux; Android 15) Chrome/138.0.0.0 Mobile Safari/537.36',
      '주소창 왼쪽의 아이콘 → 권한 → 알림에서',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148', '설정 앱 → 알림 → 마당에서'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/138.0.0.0 Safari/537.36', '주소창 왼쪽의 아이콘을 눌러'],
  ] as const) {
    const push = pretendPush({ permission: 'denied' });
    browse(agent);
    await openSettings();
    await within(await section()).findByText(new RegExp(`^알림이 막혀 있어요. ${said}`));
    await expectNoSwitch();
    push.permission = 'granted';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await findSwitch('이 기기로 받기');
  }
});

test('[NO-04] refused permission: explains how to allow it', async () => {
  pretendPush({ answer: 'denied' });
  await openSettings();
  await hands.click(await findSwitch('이 기기로 받기'));
  await within(await section()).findByText(/^알림이 막혀 있어요/);
  await expectNoSwitch();
});

test('[NO-04] Safari on an iPhone: leads to installation; other apps’ browsers and those without push offer nothing', async () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
  browse(safari);
  await openSettings();
  await press('방법 보기');
  await screen.findByRole('dialog', { name: '홈 화면에 두는 방법' });
  for (const agent of ['Mozilla/5.0 (X11; Linux x86_64)', `${safari} KAKAOTALK 11.4.2`]) {
    browse(agent);
    await openSettings({ devices: [makeDevice('other')] });
    expect(within(await section()).queryByRole('button', { name: '방법 보기' })).toBeNull();
    await expectNoSwitch();
    // Other devices can be removed here too.
    expect(rows()).toHaveLength(1);
  }
});

test('[NO-04] server without push keys: shows nothing', async () => {
  pretendPush();
  const server = await openSettings({ key: null });
  await waitFor(() => expect(server.asked('GET /api/profile/push')).toHaveLength(1));
  expect(screen.queryByText('기기로 받는 알림')).toBeNull();
});

test('[NO-04] push settings: kinds, texts, number and quiet hours are stored; of quick changes the last', async () => {
  pretendPush({ permission: 'granted' });
  const server = await openSettings({ devices: [here] });
  const last = () => server.asked('PUT /api/profile/push').at(-1)?.body;
  const expectSaved = (changes: Partial<PushState>) => waitFor(() => expect(last()).toMatchObject(changes));
  await hands.click(await findSwitch('댓글과 글 제목을 함께 보기'));
  await expectSaved({ texts: true });
  await hands.click(await findSwitch('공지사항'));
  await expectSaved({ texts: true, kinds: { ...quietPush.kinds, notice: false } });
  expect(field('하루에 받을 알림').querySelectorAll('option')).toHaveLength(20);
  await hands.selectOptions(field('하루에 받을 알림'), '20개까지');
  await expectSaved({ budget: 20 });
  // An empty range cannot be chosen.
  expect(
    [field('이 시각부터'), field('이 시각까지')].map((hours) => hours.querySelectorAll('option').length),
  ).toEqual([23, 23]);
  await hands.selectOptions(field('이 시각부터'), '0시');
  await hands.selectOptions(field('이 시각까지'), '7시');
  await expectSaved({ quiet: { from: 0, to: 7 } });
  const night = await findSwitch('밤에는 쉬기');
  const held = hold({ ...quietPush, key: KEYS[0], devices: [here] });
  server.answer('PUT /api/profile/push', async ({ body }) => ({ ...(await held.answer()), ...body }));
  for (let tap = 0; tap < 3; tap += 1) await hands.click(night);
  expect(screen.queryByLabelText('이 시각부터')).toBeNull();
  const before = server.asked('PUT /api/profile/push').length;
  held.release();
  await waitFor(() => expect(server.asked('PUT /api/profile/push').length - before).toBeLessThan(2));
  await expectSaved({ quiet: null });
  expect(screen.queryByLabelText('이 시각부터')).toBeNull();
});

test('[NO-04] failed setting: shows the server’s value', async () => {
  pretendPush({ permission: 'granted' });
  const server = await openSettings({ devices: [here] }, { 'PUT /api/profile/push': CUT });
  await hands.click(await findSwitch('댓글과 글 제목을 함께 보기'));
  await expectAlert('마당 서버가 잠시 쉬고 있어요.');
  expect((await findSwitch('댓글과 글 제목을 함께 보기')).checked).toBe(false);
  server.answer('PUT /api/profile/push', refuse('limit.reached', { retryAfter: 60 }));
  await hands.selectOptions(field('하루에 받을 알림'), '1개까지');
  await waitFor(() =>
    expect((field('하루에 받을 알림') as HTMLElement as HTMLSelectElement).value).toBe('6'),
  );
});

test('[NO-08] stopped pushes: can be restarted with the chosen settings', async () => {
  pretendPush({ permission: 'granted' });
  const state = { devices: [here], resting: true, budget: 3 };
  const server = await openSettings(state);
  await screen.findByText('한동안 알림을 열지 않아 잠시 쉬고 있어요.');
  await hands.dblClick(await screen.findByRole('button', { name: '다시 받기' }));
  await expectAlert('다시 알려 드릴게요.');
  expect(screen.queryByRole('button', { name: '다시 받기' })).toBeNull();
  for (const { body } of server.asked('PUT /api/profile/push'))
    expect(body).toEqual(wishes({ ...quietPush, ...state }));
});

test('[NO-04] ten devices: listed, this one named; one is removed once, and removing this one ends its subscription', async () => {
  const push = pretendPush({ permission: 'granted' });
  push.make();
  const others = Array.from({ length: PUSH_DEVICES_MAX - 1 }, (_, number) =>
    makeDevice(`other-${number}`, { system: 'iphone', browser: 'safari' }),
  );
  others[0] = makeDevice('other-0', { system: 'windows', browser: 'edge' });
  const server = await openSettings({ devices: [here, ...others] });
  await section();
  await waitFor(() => expect(rows()).toHaveLength(PUSH_DEVICES_MAX));
  expect(rows().filter((row) => row.includes('지금 이 기기'))).toHaveLength(1);
  await hands.dblClick(screen.getByRole('button', { name: 'Windows · Edge, 이 기기 빼기' }));
  await expectAlert('이제 그 기기로는 알리지 않아요.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(rows()).toHaveLength(PUSH_DEVICES_MAX - 1);
  expect(push.subscription).not.toBeNull();
  await press('안드로이드 · Chrome, 이 기기 빼기');
  await waitFor(() => expect(rows()).toHaveLength(PUSH_DEVICES_MAX - 2));
  expect(push.subscription).toBeNull();
  expect((await findSwitch('이 기기로 받기')).checked).toBe(false);
  expect(server.asked('DELETE /api/profile/push/devices/{id}').map(({ path }) => path['id'])).toEqual([
    'other-0',
    'here',
  ]);
});

const NO_SERVICE =
  '이 브라우저는 알림을 받을 수 없어요. 브라우저를 업데이트하거나 Chrome, 삼성 인터넷, Safari, Firefox에서 켜 주세요.';

test('[NO-04] subscription lost by the browser: created again once', async () => {
  const push = pretendPush({ dead: true });
  push.make();
  push.dead = false;
  const server = await openSettings();
  await hands.click(await findSwitch('이 기기로 받기'));
  await expectAlert('이제 새 소식이 오면 이 기기로 알려 드려요.');
  expect(server.asked('PUT /api/profile/push/device').map(({ body }) => body.endpoint)).toEqual([
    'https://fcm.googleapis.com/fcm/send/2',
  ]);
});

test('[NO-04] dead subscription or unknown service: explains what helps', async () => {
  const push = pretendPush({ dead: true });
  push.make();
  const server = await openSettings();
  await hands.click(await findSwitch('이 기기로 받기'));
  await expectAlert(NO_SERVICE);
  expect([server.asked('PUT /api/profile/push/device'), push.subscription]).toEqual([[], null]);

  push.dead = false;
  server.answer(
    'PUT /api/profile/push/device',
    refuse('input.invalid', { fields: [{ field: 'endpoint', code: 'unknown' }] }),
  );
  await hands.click(await findSwitch('이 기기로 받기'));
  await expectAlert(NO_SERVICE);
  await waitFor(() => expect(push.subscription).toBeNull());
});
