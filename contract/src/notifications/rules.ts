import type { FieldCode } from '../errors.ts';
import { isOneLetter, piecesOf, searchWords } from '../search/rules.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/**
 * Kinds of notifications, in settings order. `answer`: to own or followed texts. `accepted`: own reply. `alert`: post with
 * the word. `ticket`: joined one. `case`: also sanctions and report outcomes.
 */
export const NOTIFICATION_KINDS = ['answer', 'accepted', 'alert', 'ticket', 'notice', 'case'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const INBOX_PAGE = 20;

/** Days until a notification is deleted, read or not. */
export const LINE_DAYS = 90;

/** Maximum keyword alerts of a student, including paused ones. */
export const ALERTS_MAX = 20;

/** Maximum code points of an alert, whose words must all match. */
export const ALERT_WORD_MAX = 30;

/** Number of past days in the preview of an alert. */
export const PREVIEW_DAYS = 30;

/** Maximum count of the preview; further posts set `more`. */
export const PREVIEW_MAX = 100;

export const PREVIEW_POSTS = 3;

/** Maximum muted threads; a further one replaces the oldest. */
export const MUTES_MAX = 500;

/** Returns the words a post must contain, in search form; may be empty. */
export function alertWords(word: string): string[] {
  return searchWords(word);
}

/** Returns the two letters that index an alert: its first word's start; null if none. */
export function alertPiece(words: readonly string[]): string | null {
  for (const word of words) {
    const [piece] = piecesOf(word);
    if (piece !== undefined) return piece;
  }
  return null;
}

/** Returns why an alert is rejected, or null. One word needs two letters or signs. */
export function alertWordProblem(word: string): FieldCode | null {
  if (isBlank(word)) return 'required';
  if (countCodePoints(word.trim()) > ALERT_WORD_MAX) return 'tooLong';
  const words = alertWords(word);
  return words.length === 0 || isOneLetter(words) || alertPiece(words) === null ? 'alert.short' : null;
}

// Separate from the other rules: the first screen must not load search.

/** Highest number on the bell; one more is `99+`. */
export const UNREAD_SHOWN_MAX = 99;

/** Returns the text of the bell: empty, a number, or `99+`. */
export function bellText(unread: number): string {
  if (unread <= 0) return '';
  return unread > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(unread);
}

/** Maximum posts that a student may follow. */
export const FOLLOWS_MAX = 500;

/** Maximum push subscriptions; another replaces the least recently used. */
export const PUSH_DEVICES_MAX = 10;

/** Default maximum of pushes a day to a student. */
export const PUSH_BUDGET = 6;
export const PUSH_BUDGET_MAX = 20;

/** Quiet hours in campus time: pushes wait for one morning summary. */
export const QUIET_FROM = 22;
export const QUIET_TO = 8;

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
  app_badge: number;
  device: string;
}
