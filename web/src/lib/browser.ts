/** Detection of the browser by its user agent. */

/** Apps with an in-app browser, which cannot install the app and often has no file access. */
const OTHER_APPS = /NAVER\(inapp|Instagram|FBAN|FBAV|FB_IAB|\bLine\//i;

/** Whether another app's in-app browser shows the page. */
export const isInsideApp = (agent: string): boolean => isKakaoTalk(agent) || OTHER_APPS.test(agent);

const isKakaoTalk = (agent: string): boolean => /KAKAOTALK/i.test(agent);
const isAndroid = (agent: string): boolean => /Android/i.test(agent);

/** Whether the app runs installed, from the home screen. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Returns an Android intent URL: host, path, query, fragment and scheme. */
function intent({ protocol, host, pathname, search, hash, href }: Location | URL, more = ''): string {
  const fallback = `S.browser_fallback_url=${encodeURIComponent(href)}`;
  return `intent://${host}${pathname}${search}${hash}#Intent;scheme=${protocol.slice(0, -1)};${more}${fallback};end`;
}

/** Returns the address that opens this one in the default browser; null if there is none. */
export function outsideAddress(agent: string, address: Location | URL): string | null {
  if (isKakaoTalk(agent)) return `kakaotalk://web/openExternal?url=${encodeURIComponent(address.href)}`;
  return isAndroid(agent) ? intent(address) : null;
}

/** Returns the address that opens this one in Chrome on Android. */
export const chromeAddress = (address: Location | URL): string =>
  intent(address, 'package=com.android.chrome;');

/** Returns the browser with manual steps to the home screen; null if unknown. */
export function homeScreenWay(agent: string): 'safari' | 'chrome' | null {
  if (/SamsungBrowser/i.test(agent)) return 'chrome';
  // Every browser on an iPhone names Safari; the others also name themselves.
  const safari = /iPhone|iPad|iPod/.test(agent) && /Version\/.+Safari/.test(agent);
  return safari && !/CriOS|FxiOS|EdgiOS|Whale|DuckDuckGo/.test(agent) ? 'safari' : null;
}
