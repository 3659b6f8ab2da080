import { z } from 'zod';
import { hasLongMarkRun } from './rules.ts';

/** A text may be so many times as long as its rule before it is normalized: a syllable may come as its three jamo. */
const RAW_SHARE = 3;

/**
 * A text that a person types, whose rule allows `max` code points after normalization. It bounds what the text can cost
 * before anything is normalized or matched: at most three times as many raw code points, and no run of more combining marks than
 * the Stream-Safe Text Format allows (UAX #15). The rule itself, with its own refusals, is the caller's.
 */
export function boundedText(max: number): z.ZodString {
  const limit = RAW_SHARE * max;
  return z
    .string()
    .check((context) => {
      const { value: text, issues } = context;
      if (isLonger(text, limit)) {
        issues.push({ code: 'too_big', origin: 'string', maximum: limit, inclusive: true, input: text });
      } else if (hasLongMarkRun(text)) issues.push({ code: 'custom', input: text });
    })
    .meta({ maxLength: limit });
}

/** Whether a text has more code points than `limit`; reads no more of it than it must. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  // A code point is two UTF-16 units at most.
  if (text.length > 2 * limit) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count > limit;
}
