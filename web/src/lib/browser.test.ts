import { expect, test } from 'vitest';
import { chromeAddress, homeScreenWay, isInsideApp, outsideAddress } from './browser.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko)';

const inside = {
  kakaoIphone: `${IPHONE} Mobile/15E148 KAKAOTALK 11.4.2`,
  kakaoAndroid: `${ANDROID} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 KAKAOTALK/25.5.1 (INAPP)`,
  naverIphone: `${IPHONE} Version/18.5 Mobile/15E148 Safari/605.1 NAVER(inapp; search; 2000; 12.14.1; 15PRO)`,
  naverAndroid: `${ANDROID} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 NAVER(inapp; search; 2000; 12.14.1)`,
  instagram: `${IPHONE} Mobile/22F76 Instagram 385.0.0.28.85 (iPhone15,2; iOS 18_5; ko_KR; ko)`,
  facebookIphone: `${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/518.0.0.36.96;FBBV/1;FBDV/iPhone15,2]`,
  facebookAndroid: `${ANDROID} Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/518.0;]`,
  line: `${IPHONE} Mobile/15E148 Safari/604.1 Line/15.8.0`,
};
const SAFARI = `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`;
const outside = {
  safari: SAFARI,
  chromeIphone: `${IPHONE} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`,
  chromeAndroid: `${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36`,
  samsung: `${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  firefox: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  desktop:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  // Not the app, despite its letters.
  online: `${ANDROID} Chrome/138.0.0.0 Mobile Safari/537.36 Online/2.0`,
};

const HREF = 'https://madang.example/search?q=%EC%BD%98%EC%84%BC%ED%8A%B8%20%26&page=2#r-12';
const PAGE = new URL(HREF);

test('[PH-11] detects the browsers of KakaoTalk, Naver, Instagram, Facebook and LINE, and no others', () => {
  for (const [name, agent] of Object.entries(inside))
    expect([name, isInsideApp(agent)]).toEqual([name, true]);
  for (const [name, agent] of Object.entries(outside))
    expect([name, isInsideApp(agent)]).toEqual([name, false]);
});

test('[PH-11] KakaoTalk: opens the whole address, with query and fragment, outside', () => {
  for (const agent of [inside.kakaoIphone, inside.kakaoAndroid]) {
    const address = outsideAddress(agent, PAGE) ?? '';
    expect(address).toMatch(/^kakaotalk:\/\/web\/openExternal\?url=/);
    expect(new URL(address).searchParams.get('url')).toBe(HREF);
  }
});

test('[PH-11] Android: an intent with the whole address, which also works without the app', () => {
  for (const agent of [inside.naverAndroid, inside.facebookAndroid]) {
    const address = outsideAddress(agent, PAGE) ?? '';
    // Like Android: the address precedes the last `#`, its parameters follow.
    const at = address.lastIndexOf('#');
    expect(`https${address.slice('intent'.length, at)}`).toBe(HREF);
    expect(address.slice(at)).toBe(
      `#Intent;scheme=https;S.browser_fallback_url=${encodeURIComponent(HREF)};end`,
    );
  }
  expect(outsideAddress(inside.naverAndroid, new URL('http://10.0.2.2:3000/'))).toMatch(
    /^intent:\/\/10\.0\.2\.2:3000\/#Intent;scheme=http;/,
  );
});

test('[PH-11] iPhone: no address leads out of other apps', () => {
  for (const agent of [inside.naverIphone, inside.instagram, inside.facebookIphone, inside.line])
    expect(outsideAddress(agent, PAGE)).toBeNull();
});

test('[PH-13] Safari on iPhones and Samsung Internet have own steps to the home screen', () => {
  const ways = Object.entries(outside).map(([name, agent]) => [name, homeScreenWay(agent)]);
  expect(Object.fromEntries(ways)).toEqual({
    safari: 'safari',
    samsung: 'chrome',
    chromeIphone: null,
    chromeAndroid: null,
    firefox: null,
    desktop: null,
    online: null,
  });
  expect(chromeAddress(PAGE)).toContain(';package=com.android.chrome;');
});
