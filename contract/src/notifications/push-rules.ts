/** Maximum push subscriptions; another replaces the least recently used. */
export const PUSH_DEVICES_MAX = 10;

/** Default maximum of pushes a day to a student. */
export const PUSH_BUDGET = 6;
export const PUSH_BUDGET_MAX = 20;

/** Quiet hours in campus time: pushes wait for one morning summary. */
export const QUIET_FROM = 22;
export const QUIET_TO = 8;

/** Minimum minutes between two pushes of a thread. */
export const PUSH_THREAD_MINUTES = 10;

/** Consecutive unopened pushes after which a student's pushes pause. */
export const PUSH_UNOPENED_MAX = 20;

/** Days without starting the app that pause a subscription's pushes. */
export const PUSH_IDLE_DAYS = 60;

/** Query parameter that names the push that opened the page. */
export const PUSH_MARK = 'push';

/** Default push service hosts; `*.` matches labels, another `*` digits. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  // Builds of Chromium without Google's keys.
  'jmt*.google.com',
  '*.push.apple.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
] as const;

/** Maximum length of a subscription's address. */
export const PUSH_ENDPOINT_MAX = 1_000;

export const PUSH_SYSTEMS = ['android', 'iphone', 'ipad', 'mac', 'windows', 'linux', 'other'] as const;
export type PushSystem = (typeof PUSH_SYSTEMS)[number];
export const PUSH_BROWSERS = ['chrome', 'samsung', 'edge', 'firefox', 'safari', 'other'] as const;
export type PushBrowser = (typeof PUSH_BROWSERS)[number];

/**
 * Encrypted push, shown by Safari (Declarative Web Push) or our service worker. No student id: `device` is the
 * subscription.
 */
export interface PushPayload {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    /** The exact target on this site, with {@link PUSH_MARK}. */
    navigate: string;
    /** Tag of the target: a newer push replaces an older one. */
    tag: string;
    lang: 'ko';
  };
  /** Number of unread notifications. */
  app_badge: number;
  device: string;
}
