import { countCodePoints } from '@madang/contract/text/rules';
import type { ProblemCode } from '@madang/contract/errors';
import type { Campus } from '@madang/contract/campus/schema';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, NetworkError } from '../../platform/api.ts';
import type { Away } from '../../platform/online.ts';
import { useCampus } from './campus-context.ts';

/** Seconds in a fitting unit, rounded up. */
export function describeWait(seconds: number): string {
  if (seconds < 60) return fillCopy(copy['wait.seconds'], { n: seconds });
  if (seconds < 3_600) return fillCopy(copy['wait.minutes'], { n: Math.ceil(seconds / 60) });
  return fillCopy(copy['wait.hours'], { n: Math.ceil(seconds / 3_600) });
}

const errorTexts = (): Partial<Record<ProblemCode, string>> => ({
  'limit.reached': copy['error.busy.later'],
  'server.unavailable': copy['state.unavailable'],
  'body.slow': copy['state.unavailable'],
  'session.required': copy['error.notLoggedIn'],
  'session.otherUser': copy['error.otherUser'],
  'right.required': copy['error.writingRight'],
  'writing.suspended': copy['error.writing.suspended'],
  'board.readOnly': copy['error.board.readOnly'],
  'email.exists': copy['error.email.exists'],
  'email.verified': copy['info.verified.already'],
  'body.tooLarge': copy['error.image.size'],
  'image.tooLarge': copy['error.image.pixels'],
  'image.costly': copy['error.image.costly'],
  'image.unreadable': copy['error.image.unreadable'],
});

/** What is said of a text of more than `max` letters: how many it may have, and how many must go. */
export function describeTooLong(text: string, max: number): string {
  const over = countCodePoints(text) - max;
  return fillCopy(copy['error.tooLong'], { max: max.toLocaleString('ko'), over: over.toLocaleString('ko') });
}

/** Why nothing comes, in a line. */
export function describeAway(away: Away): string {
  if (away === 'portal') return copy['state.portal'];
  if (away === 'resting') return copy['state.resting'];
  return navigator.onLine ? copy['state.offline.server'] : copy['state.offline'];
}

/** No answer came: the phone knows whether that is its own doing. */
export function describeSilence(): string {
  return navigator.onLine ? copy['state.server'] : copy['state.network'];
}

/** The same before the campus's name is put into it. */
export function describeError(error: unknown): string {
  if (error instanceof NetworkError) return describeSilence();
  if (!(error instanceof ApiError)) return copy['error.unknown'];
  const { code, retryAfter } = error;
  if (code === 'limit.reached' && retryAfter !== undefined)
    return fillCopy(copy['error.busy'], { wait: describeWait(retryAfter) });
  return errorTexts()[code] ?? copy['error.unknown'];
}

/** Puts the campus's own names and domain into a text. */
export function fillProblem(text: string, { product, university }: Campus): string {
  return fillCopy(text, { product: product.name, university: university.name, domain: university.domain });
}

/** What went wrong, in a sentence. */
export function useProblemText() {
  const campus = useCampus();
  return { describeError: (error: unknown): string => fillProblem(describeError(error), campus) };
}
