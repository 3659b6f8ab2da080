import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Maximum length of a reply, in code points. */
export const REPLY_BODY_MAX = 2_000;

/** Maximum replies in one catch-up of the live stream; a client further behind must reload. */
export const LIVE_CATCH_UP_MAX = 500;

/** Returns why a reply is rejected, or null. It may be empty unless the edition requires text [VA-11]. */
export function replyProblem(body: string, commentRequired: boolean): FieldCode | null {
  if (countCodePoints(body) > REPLY_BODY_MAX) return 'tooLong';
  return commentRequired && isBlank(body) ? 'required' : null;
}
