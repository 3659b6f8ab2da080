import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { legalText, makeNotice } from '../testing/answers.ts';
import { hands, openApp, press } from '../testing/open-app.tsx';
import type { Answers } from '../testing/pretended-server.ts';
import { expectAlert, expectPath } from '../testing/reading.ts';
import { navigate } from '../lib/router.tsx';
import { watchForInstall } from './install-offer.tsx';
import { startLate } from './after-start.ts';
import { showOutsideLine } from './top-line.tsx';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko)';
const KAKAO = `${IPHONE} Mobile/15E148 KAKAOTALK 11.4.2`;
const INSTAGRAM = `${IPHONE} Mobile/22F76 Instagram 385.0.0.28.85`;
const SAFARI = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`;
const CHROME = `${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`;
const SAMSUNG = `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`;
const DAY = 24 * 3_600_000;

const OUTSIDE = '브라우저로 열기 안내';
const INSTALL = '홈 화면에 두기 안내';
const home: Answers = { 'GET /api/events': { events: [] }, 'GET /api/buildings': { buildings: [] } };
const legal: Answers = { 'GET /api/legal/{document}': legalText() };

const line = (label: string) => screen.queryByRole('complementary', { name: label });
const dismiss = () => press('안내 닫기');
const browse = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
const go = (to: string) => act(() => navigate(to));

let stops: (() => void)[] = [];
const watch = (agent: string) => act(() => void stops.push(watchForInstall(agent)));

let now = 0;
beforeEach(() => {
  now = Date.UTC(2026, 10, 26);
  vi.spyOn(Date, 'now').mockImplementation(() => now);
});
// Top lines are outside the app, which the tests close.
afterEach(async () => {
  for (const stop of stops) stop();
  stops = [];
  if (screen.queryByRole('button', { name: '안내 닫기' })) await dismiss();
});

test('[PH-11] KakaoTalk: a line links out with the whole address, on every screen', async () => {
  browse(KAKAO);
  await openApp('/terms?a=1#end', legal);
  act(showOutsideLine);
  const link = () => screen.getByRole('link', { name: '브라우저로 열기' }).getAttribute('href') ?? '';
  expect(decodeURIComponent(link())).toBe(
    `kakaotalk://web/openExternal?url=${window.location.origin}/terms?a=1#end`,
  );
  go('/privacy?b=2#top');
  await waitFor(() => expect(decodeURIComponent(link())).toContain('/privacy?b=2#top'));
  expect(screen.getAllByRole('complementary')).toHaveLength(1);
});

test('[PH-11] another app’s browser on an iPhone: the address can be copied', async () => {
  browse(INSTAGRAM);
  await openApp('/terms?a=1#end', legal);
  act(showOutsideLine);
  const address = screen.getByLabelText<HTMLInputElement>('이 페이지의 주소');
  expect([address.value, address.readOnly]).toEqual([`${window.location.origin}/terms?a=1#end`, true]);
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  await press('주소 복사');
  await expectAlert('주소를 복사했습니다.');
  expect(copied).toEqual([address.value]);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await press('주소 복사');
  await expectAlert('주소를 길게 눌러 복사해 주세요.');
});

test('[PH-11] dismissed line: stays hidden on this device; without storage until the next load', async () => {
  browse(KAKAO);
  await openApp('/', home);
  act(showOutsideLine);
  await dismiss();
  expect(line(OUTSIDE)).toBeNull();
  act(showOutsideLine);
  expect(line(OUTSIDE)).toBeNull();

  vi.stubGlobal('localStorage', undefined);
  act(showOutsideLine);
  expect(line(OUTSIDE)).not.toBeNull();
  await dismiss();
  expect(line(OUTSIDE)).toBeNull();
});

/** Reads on `visits` visits, an hour apart, and returns home. */
async function readOn(visits: number): Promise<void> {
  for (let visit = 0; visit < visits; visit += 1) {
    now += 3_600_000;
    go('/board/notice/1');
    // Still the same visit.
    now += 60_000;
    go('/board/notice/2');
    go('/');
  }
}

const reading: Answers = { ...home, 'GET /api/notices/{id}': makeNotice() };

test('[PH-13] Safari on an iPhone: shows the steps after the third reading visit, then not for 60 days', async () => {
  browse(SAFARI);
  await openApp('/', reading);
  watch(SAFARI);
  await readOn(2);
  expect(line(INSTALL)).toBeNull();
  now += 3_600_000;
  go('/board/notice/1');
  // Not while reading.
  expect(line(INSTALL)).toBeNull();
  go('/');
  expect(line(INSTALL)).not.toBeNull();
  await press('방법 보기');
  await screen.findByText('‘홈 화면에 추가’를 골라요.');
  expect(document.querySelectorAll('dialog svg[viewBox="0 0 64 64"]')).toHaveLength(3);
  await hands.click(screen.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(line(INSTALL)).toBeNull());

  for (const [later, offered] of [
    [59 * DAY, false],
    [2 * DAY, true],
  ] as const) {
    for (const stop of stops) stop();
    now += later;
    watch(SAFARI);
    expect(line(INSTALL) !== null).toBe(offered);
  }
  // Dismissed: offered again after 60 days.
  await dismiss();
  watch(SAFARI);
  expect(line(INSTALL)).toBeNull();
});

test('[PH-13] visits without reading, or forgotten by the storage: no install offer', async () => {
  await openApp('/', { ...reading, ...legal });
  watch(SAFARI);
  for (let visit = 0; visit < 5; visit += 1) {
    now += 3_600_000;
    go('/terms');
    go('/');
  }
  expect(line(INSTALL)).toBeNull();
  vi.stubGlobal('localStorage', undefined);
  await readOn(5);
  expect(line(INSTALL)).toBeNull();
});

test('[PH-13] browser with an install prompt: opened only by a tap', async () => {
  await openApp('/', reading);
  watch(CHROME);
  await readOn(3);
  expect(line(INSTALL)).toBeNull();
  const prompt = vi.fn<() => Promise<unknown>>(async () => ({ outcome: 'dismissed' }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  expect([event.defaultPrevented, prompt.mock.calls.length]).toEqual([true, 0]);
  await press('설치하기');
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(line(INSTALL)).toBeNull());
});

test('[PH-13] Samsung Internet: links to Chrome with the same address', async () => {
  await openApp('/', reading);
  watch(SAMSUNG);
  await readOn(3);
  const link = screen.getByRole('link', { name: 'Chrome으로 설치' });
  expect(link.getAttribute('href')).toMatch(
    /^intent:\/\/.+#Intent;scheme=http;package=com\.android\.chrome;/,
  );
});

test('[PH-13] [PH-11] no install offer inside another app or in the installed app', async () => {
  await openApp('/', reading);
  const event = () => {
    const prompt = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: vi.fn<() => void>(),
    });
    act(() => void window.dispatchEvent(prompt));
    return prompt.defaultPrevented;
  };
  localStorage.setItem('install', JSON.stringify({ visits: 9, readAt: 0, answeredAt: 0 }));
  browse(KAKAO);
  await act(startLate);
  await waitFor(() => expect(line(OUTSIDE)).not.toBeNull());
  expect([event(), line(INSTALL)]).toEqual([false, null]);
  await dismiss();

  browse(CHROME);
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: standalone)' }));
  await act(startLate);
  expect([event(), line(INSTALL), line(OUTSIDE)]).toEqual([false, null, null]);
  await expectPath('/');
});
