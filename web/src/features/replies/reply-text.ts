import { REPLY_BODY_MAX, replyProblem } from '@madang/contract/replies/rules';
import { copy } from '../../copy.ko.ts';
import { describeTooLong } from '../campus/problem-text.ts';

/** Returns the problem of a reply in a sentence; undefined if valid. */
export function describeReply(body: string, required: boolean): string | undefined {
  const problem = replyProblem(body, required);
  if (!problem) return undefined;
  return problem === 'tooLong' ? describeTooLong(body, REPLY_BODY_MAX) : copy['error.comment.required'];
}
