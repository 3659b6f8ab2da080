import type { Campus } from '@madang/contract/campus/schema';
import type { ProblemCode } from '@madang/contract/errors';
import { countCodePoints, formatCount } from '@madang/contract/text/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, isRefusal, NetworkError } from '../../lib/api.ts';
import type { Away } from '../../lib/online.ts';
import { useCampus } from './campus-context.ts';

/** Returns seconds in a fitting unit, rounded up. */
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

/** Returns the error for a text over `max` letters, with limit and excess. */
export function describeTooLong(text: string, max: number): string {
  const over = countCodePoints(text) - max;
  return fillCopy(copy['error.tooLong'], { max: formatCount(max), over: formatCount(over) });
}

/** Returns why the server is unreachable, in a line. */
export function describeAway(away: Away): string {
  if (away === 'portal') return copy['state.portal'];
  if (away === 'resting') return copy['state.resting'];
  return navigator.onLine ? copy['state.offline.server'] : copy['state.offline'];
}

/** Returns the text for a missing answer: the phone's network if offline, otherwise the server. */
export function describeSilence(): string {
  return navigator.onLine ? copy['state.server'] : copy['state.network'];
}

/** Returns the error text with placeholders for the campus. */
export function describeError(error: unknown): string {
  if (error instanceof NetworkError) return describeSilence();
  if (!(error instanceof ApiError)) return copy['error.unknown'];
  const { code, retryAfter } = error;
  if (code === 'limit.reached' && retryAfter !== undefined)
    return fillCopy(copy['error.busy'], { wait: describeWait(retryAfter) });
  return errorTexts()[code] ?? copy['error.unknown'];
}

/** Fills the campus's names and domain into a text. */
export function fillProblem(text: string, { product, university }: Campus): string {
  return fillCopy(text, { product: product.name, university: university.name, domain: university.domain });
}

export function useProblemText() {
  const campus = useCampus();
  return { describeError: (error: unknown): string => fillProblem(describeError(error), campus) };
}

/** Returns why a text was refused as too fast or repeated; otherwise undefined. For lazy chunks. */
export function floodText(error: unknown): string | undefined {
  if (isRefusal(error, 'text.repeated')) return copy['flood.repeated'];
  if (!isRefusal(error, 'pace.reached')) return undefined;
  return fillCopy(copy['flood.pace'], { wait: describeWait(error.retryAfter ?? 0) });
}
