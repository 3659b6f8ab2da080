import { REPLY_BODY_MAX, replyProblem } from '@madang/contract/replies/rules';
import { copy } from '../../copy.ko.ts';
import { describeTooLong } from './problem-text.ts';

/** What is wrong with a reply, in a sentence. */
export function describeReply(body: string, required: boolean): string | undefined {
  const problem = replyProblem(body, required);
  if (!problem) return undefined;
  return problem === 'tooLong' ? describeTooLong(body, REPLY_BODY_MAX) : copy['error.comment.required'];
}
