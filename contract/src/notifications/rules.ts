import type { FieldCode } from '../errors.ts';
import { isOneLetter, piecesOf, searchWords } from '../search/rules.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

export { bellText, FOLLOWS_MAX, UNREAD_SHOWN_MAX } from './bell.ts';

/**
 * What a line of the inbox tells of, in the order in which settings show it: answers to what the student wrote or follows, an own answer
 * that was accepted, a new post that holds a word, a step of a ticket that the student joined, a notice of the operator, a case about something of their own. The last one
 * covers what goes with cases: sanctions, and what came of a report.
 */
export const NOTIFICATION_KINDS = ['answer', 'accepted', 'alert', 'ticket', 'notice', 'case'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How many lines a page of the inbox holds. */
export const INBOX_PAGE = 20;

/** Lines are stored for so many days, read or not. */
export const LINE_DAYS = 90;

/** So many keyword alerts a student may have, paused ones included. */
export const ALERTS_MAX = 20;

/** The longest word of an alert, in code points. It may be several words; a post must hold all of them. */
export const ALERT_WORD_MAX = 30;

/** For how many days the preview of an alert looks back. */
export const PREVIEW_DAYS = 30;

/** The preview counts up to so many posts; one more is told as `more`. */
export const PREVIEW_MAX = 100;

/** How many posts it names. */
export const PREVIEW_POSTS = 3;

/** So many threads may be muted; the oldest goes when one more is. */
export const MUTES_MAX = 500;

/** The words that a post must hold, in the form in which search compares them; none where the word of an alert says nothing. */
export function alertWords(word: string): string[] {
  return searchWords(word);
}

/** The two letters that an alert is found by: the first of its first word of two letters and more. Null where it has none. */
export function alertPiece(words: readonly string[]): string | null {
  for (const word of words) {
    const [piece] = piecesOf(word);
    if (piece !== undefined) return piece;
  }
  return null;
}

/** Why the word of an alert is refused, or null: it needs a word of two syllables, letters or signs and more. */
export function alertWordProblem(word: string): FieldCode | null {
  if (isBlank(word)) return 'required';
  if (countCodePoints(word.trim()) > ALERT_WORD_MAX) return 'tooLong';
  const words = alertWords(word);
  return words.length === 0 || isOneLetter(words) || alertPiece(words) === null ? 'alert.short' : null;
}
