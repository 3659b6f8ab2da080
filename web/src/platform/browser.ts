/** In which kind of browser the app runs, by what that says of itself. */

/** Apps that open links in a browser of their own, which holds no app and often no files. */
const OTHER_APPS = /NAVER\(inapp|Instagram|FBAN|FBAV|FB_IAB|\bLine\//i;

/** Whether another app's own browser shows the page. */
export const isInsideApp = (agent: string): boolean => isKakaoTalk(agent) || OTHER_APPS.test(agent);

const isKakaoTalk = (agent: string): boolean => /KAKAOTALK/i.test(agent);
const isAndroid = (agent: string): boolean => /Android/i.test(agent);

/** Runs as an app of its own, from the home screen. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** An Android phone's way to another app: the address, with its query and fragment, and which scheme it has. */
function intent({ protocol, host, pathname, search, hash, href }: Location | URL, more = ''): string {
  const fallback = `S.browser_fallback_url=${encodeURIComponent(href)}`;
  return `intent://${host}${pathname}${search}${hash}#Intent;scheme=${protocol.slice(0, -1)};${more}${fallback};end`;
}

/** The address that opens this one in the phone's own browser; null where no address does that. */
export function outsideAddress(agent: string, address: Location | URL): string | null {
  if (isKakaoTalk(agent)) return `kakaotalk://web/openExternal?url=${encodeURIComponent(address.href)}`;
  return isAndroid(agent) ? intent(address) : null;
}

/** The address that opens this one in Chrome on Android. */
export const chromeAddress = (address: Location | URL): string =>
  intent(address, 'package=com.android.chrome;');

/** How the app gets onto the home screen without a prompt of the browser; null where we do not know. */
export function homeScreenWay(agent: string): 'safari' | 'chrome' | null {
  if (/SamsungBrowser/i.test(agent)) return 'chrome';
  // All browsers of an iPhone name Safari; the others name themselves too.
  const safari = /iPhone|iPad|iPod/.test(agent) && /Version\/.+Safari/.test(agent);
  return safari && !/CriOS|FxiOS|EdgiOS|Whale|DuckDuckGo/.test(agent) ? 'safari' : null;
}
