import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Sizes of the specification; title and body maxima, in code points, are ours. */
export const POST_TITLE_MAX = 100;
export const POST_BODY_MAX = 10_000;
export const KEYWORDS_MAX = 3;
export const LATEST_SIZE = 30;
export const PAGE_SIZE = 30;
/** Posts of a kind in a building's view. */
export const VIEW_POSTS = 5;
/** Maximum posts in a call for viewer state: two list pages. */
export const MARKS_MAX = 60;

/** Points for a post by the kind of its board [RO-05]. */
export const POST_POINTS = { building: 50, festival: 30, question: 0 } as const;

/**
 * Kinds of boards. Students write on `building`, `festival`, `question`. `notice` is the operator's facility board.
 * `hidden` has no screen.
 */
export type BoardKind = 'building' | 'question' | 'festival' | 'notice' | 'hidden';

/** Kinds that students may write on, as in the latest list [SC-27]. */
export type WritableBoardKind = keyof typeof POST_POINTS;

/** Whether students write on this kind of board. */
export function isWritableBoard(kind: BoardKind): kind is WritableBoardKind {
  return kind in POST_POINTS;
}

/** Whether writing on this kind of board needs the writing right [RO-02, RO-04]. */
export function needsWritingRight(kind: BoardKind): boolean {
  return kind !== 'question';
}

/** Returns why a title is rejected, or null [VA-10]. */
export function titleProblem(title: string): FieldCode | null {
  if (isBlank(title)) return 'required';
  return countCodePoints(title.trim()) > POST_TITLE_MAX ? 'tooLong' : null;
}

/** Returns why a body is rejected, or null [VA-10]. */
export function bodyProblem(body: string): FieldCode | null {
  if (isBlank(body)) return 'required';
  return countCodePoints(body) > POST_BODY_MAX ? 'tooLong' : null;
}

/** The keywords of one campus, in their stored form. */
export interface KeywordChoices {
  place: readonly string[];
  festival: readonly string[];
}

/** Returns a kind's keywords: place keywords, or the two festival ones. */
export function keywordChoices(kind: BoardKind, choices: KeywordChoices): readonly string[] {
  return kind === 'festival' ? choices.festival : choices.place;
}

/** Returns why a choice of keywords is rejected, or null [VA-10, ER-11]. */
export function keywordsProblem(
  keywords: readonly string[],
  kind: BoardKind,
  choices: KeywordChoices,
): FieldCode | null {
  if (keywords.length > KEYWORDS_MAX) return 'keywords.max';
  const allowed = keywordChoices(kind, choices);
  if (keywords.some((keyword) => !allowed.includes(keyword))) return 'keywords.unknown';
  if (new Set(keywords).size !== keywords.length) return 'keywords.unknown';
  return kind === 'festival' && keywords.length === 0 ? 'keywords.festival' : null;
}

/** Hours within which likes count towards the popular list; official edition [HL-02]. */
export const HOT_WITHIN_HOURS = 72;
