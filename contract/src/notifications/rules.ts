import type { FieldCode } from '../errors.ts';
import { isOneLetter, piecesOf, searchWords } from '../search/rules.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

export { bellText, FOLLOWS_MAX, UNREAD_SHOWN_MAX } from './bell.ts';

/**
 * Kinds of notifications, in the order of the settings. `answer`: to the student's or followed posts and replies.
 * `accepted`: the student's reply. `alert`: a post with the word. `ticket`: a joined one. `notice`: by the operator.
 * `case`: about the student's content, including sanctions and outcomes of reports.
 */
export const NOTIFICATION_KINDS = ['answer', 'accepted', 'alert', 'ticket', 'notice', 'case'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Notifications on a page of the inbox. */
export const INBOX_PAGE = 20;

/** Days until a notification is deleted, read or not. */
export const LINE_DAYS = 90;

/** Maximum keyword alerts of a student, including paused ones. */
export const ALERTS_MAX = 20;

/** Maximum length of an alert in code points. Of several words, a post must contain all. */
export const ALERT_WORD_MAX = 30;

/** Number of past days in the preview of an alert. */
export const PREVIEW_DAYS = 30;

/** Maximum count of the preview; further posts set `more`. */
export const PREVIEW_MAX = 100;

/** Number of posts that the preview lists. */
export const PREVIEW_POSTS = 3;

/** Maximum muted threads; a further one replaces the oldest. */
export const MUTES_MAX = 500;

/** Returns the words that a post must contain, in search form; empty if there are none. */
export function alertWords(word: string): string[] {
  return searchWords(word);
}

/** Returns the two letters that index an alert: the start of its first word that has two; null if none. */
export function alertPiece(words: readonly string[]): string | null {
  for (const word of words) {
    const [piece] = piecesOf(word);
    if (piece !== undefined) return piece;
  }
  return null;
}

/** Returns why an alert is rejected, or null. It needs a word of two or more syllables, letters or signs. */
export function alertWordProblem(word: string): FieldCode | null {
  if (isBlank(word)) return 'required';
  if (countCodePoints(word.trim()) > ALERT_WORD_MAX) return 'tooLong';
  const words = alertWords(word);
  return words.length === 0 || isOneLetter(words) || alertPiece(words) === null ? 'alert.short' : null;
}
