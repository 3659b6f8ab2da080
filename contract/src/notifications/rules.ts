import type { FieldCode } from '../errors.ts';
import { isOneLetter, piecesOf, searchWords } from '../search/rules.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

export { bellText, FOLLOWS_MAX, UNREAD_SHOWN_MAX } from './bell.ts';

/**
 * Kinds of notifications, in settings order. `answer`: to own or followed texts. `accepted`: own reply. `alert`: post with
 * the word. `ticket`: joined one. `case`: also sanctions and report outcomes.
 */
export const NOTIFICATION_KINDS = ['answer', 'accepted', 'alert', 'ticket', 'notice', 'case'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Notifications on a page of the inbox. */
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
