import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Maximum length of a reply, in code points. */
export const REPLY_BODY_MAX = 2_000;

/** Maximum replies of a stream's catch-up; further behind, clients reload. */
export const LIVE_CATCH_UP_MAX = 500;

/** Returns why a reply is rejected, or null. Text may be required [VA-11]. */
export function replyProblem(body: string, commentRequired: boolean): FieldCode | null {
  if (countCodePoints(body) > REPLY_BODY_MAX) return 'tooLong';
  return commentRequired && isBlank(body) ? 'required' : null;
}
