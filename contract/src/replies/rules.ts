import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Longest reply, in code points. */
export const REPLY_BODY_MAX = 2_000;

/** Most replies one catch-up of the live stream sends; a reader further behind is told to start over. */
export const LIVE_CATCH_UP_MAX = 500;

/** Why a reply is refused, or null. An empty one is allowed unless the edition asks for text [VA-11]. */
export function replyProblem(body: string, commentRequired: boolean): FieldCode | null {
  if (countCodePoints(body) > REPLY_BODY_MAX) return 'tooLong';
  return commentRequired && isBlank(body) ? 'required' : null;
}
