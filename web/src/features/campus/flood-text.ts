import { copy, fillCopy } from '../../copy.ko.ts';
import { isRefusal } from '../../lib/api.ts';
import { describeWait } from './problem-text.ts';

/** Returns why a text was refused as too fast or repeated; otherwise undefined. For lazy chunks. */
export function floodText(error: unknown): string | undefined {
  if (isRefusal(error, 'text.repeated')) return copy['flood.repeated'];
  if (!isRefusal(error, 'pace.reached')) return undefined;
  return fillCopy(copy['flood.pace'], { wait: describeWait(error.retryAfter ?? 0) });
}
