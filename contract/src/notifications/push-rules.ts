/** So many devices of a student are notified; the one unused for longest goes when one more comes. */
export const PUSH_DEVICES_MAX = 10;

/** So many pushes a day a student gets, unless they want another number. */
export const PUSH_BUDGET = 6;
export const PUSH_BUDGET_MAX = 20;

/** From this hour of the campus to that one nothing is pushed; one push says in the morning what came. */
export const QUIET_FROM = 22;
export const QUIET_TO = 8;

/** A thread pushes once in so many minutes. */
export const PUSH_THREAD_MINUTES = 10;

/** Anyone who opened none of their last so many pushes gets none until they ask again. */
export const PUSH_UNOPENED_MAX = 20;

/** A device on which the app was not started for so many days is notified no more. */
export const PUSH_IDLE_DAYS = 60;

/** The parameter of an address that says which push opened it. */
export const PUSH_MARK = 'push';

/** Where push services take what is sent, unless the operator names others; `*.` stands for one or more labels, another `*` for digits. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  // Builds of Chromium without Google's keys.
  'jmt*.google.com',
  '*.push.apple.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
] as const;

/** The longest address of a subscription that is taken. */
export const PUSH_ENDPOINT_MAX = 1_000;

export const PUSH_SYSTEMS = ['android', 'iphone', 'ipad', 'mac', 'windows', 'linux', 'other'] as const;
export type PushSystem = (typeof PUSH_SYSTEMS)[number];
export const PUSH_BROWSERS = ['chrome', 'samsung', 'edge', 'firefox', 'safari', 'other'] as const;
export type PushBrowser = (typeof PUSH_BROWSERS)[number];

/**
 * What a device is sent, encrypted: Safari shows it by itself (Declarative Web Push), our worker elsewhere. It holds no id of a
 * student: `device` is the id that the device got when it subscribed, so that a worker tells a push for another login.
 */
export interface PushPayload {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    /** The exact place, on this site, with {@link PUSH_MARK}. */
    navigate: string;
    /** Of the thing it is about: a newer one takes its place. */
    tag: string;
    lang: 'ko';
  };
  /** Unread lines. */
  app_badge: number;
  device: string;
}
