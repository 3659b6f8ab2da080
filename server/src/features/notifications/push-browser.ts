import type { PushBrowser, PushSystem } from '@madang/contract/notifications/push-rules';

/** What names a system in a User-Agent; the first that fits, since Android's says Linux too. */
const SYSTEMS: readonly [PushSystem, RegExp][] = [
  ['iphone', /iPhone/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['windows', /Windows/],
  ['mac', /Macintosh/],
  ['linux', /Linux|CrOS/],
];

/** All but Firefox say Safari, and all that are built on Chromium say Chrome. */
const BROWSERS: readonly [PushBrowser, RegExp][] = [
  ['samsung', /SamsungBrowser/],
  ['edge', /Edg(?:A|iOS)?\//],
  ['firefox', /Firefox|FxiOS/],
  ['chrome', /Chrome|CriOS/],
  ['safari', /Safari|AppleWebKit/],
];

/** Which browser on which system sends a User-Agent, as the list of devices names it. */
export function browserOf(userAgent: string): { system: PushSystem; browser: PushBrowser } {
  const find = <Name>(names: readonly [Name, RegExp][]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return { system: find(SYSTEMS) ?? 'other', browser: find(BROWSERS) ?? 'other' };
}
