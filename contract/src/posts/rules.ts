import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Sizes of the specification; the longest title and body, in code points, are ours. */
export const POST_TITLE_MAX = 100;
export const POST_BODY_MAX = 10_000;
export const KEYWORDS_MAX = 3;
export const LATEST_SIZE = 30;
export const PAGE_SIZE = 30;
/** How many posts of a kind a building's view shows. */
export const VIEW_POSTS = 5;
/** How many posts one call may ask marks for: two pages of a list. */
export const MARKS_MAX = 60;

/** Points for one post by the kind of its board [RO-05]. */
export const POST_POINTS = { building: 50, festival: 30, question: 0 } as const;

/**
 * What a board is. Students write on `building`, `festival` and `question`; `notice` is the facility notice
 * board, the operator's; `hidden` boards (freedom, feedback) exist as data and have no screen.
 */
export type BoardKind = 'building' | 'question' | 'festival' | 'notice' | 'hidden';

/** Kinds a student may write on, and so the kinds the latest list holds [SC-27]. */
export type WritableBoardKind = keyof typeof POST_POINTS;

/** True for the boards students write on. */
export function isWritableBoard(kind: BoardKind): kind is WritableBoardKind {
  return kind in POST_POINTS;
}

/** Whether writing on this kind of board needs the writing right [RO-02, RO-04]. */
export function needsWritingRight(kind: BoardKind): boolean {
  return kind !== 'question';
}

/** Why a title is refused, or null [VA-10]. */
export function titleProblem(title: string): FieldCode | null {
  if (isBlank(title)) return 'required';
  return countCodePoints(title.trim()) > POST_TITLE_MAX ? 'tooLong' : null;
}

/** Why a body is refused, or null [VA-10]. */
export function bodyProblem(body: string): FieldCode | null {
  if (isBlank(body)) return 'required';
  return countCodePoints(body) > POST_BODY_MAX ? 'tooLong' : null;
}

/** The keywords of one campus, in their stored form. */
export interface KeywordChoices {
  place: readonly string[];
  festival: readonly string[];
}

/** What may be chosen on a kind of board: the place keywords, on the festival its own two only. */
export function keywordChoices(kind: BoardKind, choices: KeywordChoices): readonly string[] {
  return kind === 'festival' ? choices.festival : choices.place;
}

/** Why a choice of keywords is refused, or null [VA-10, ER-11]. */
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

/** In the official edition likes count towards the popular list that are given within so many hours of writing [HL-02]. */
export const HOT_WITHIN_HOURS = 72;
