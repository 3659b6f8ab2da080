import { z } from 'zod';
import { hasLongMarkRun } from './rules.ts';

/** Ratio of raw to normalized length: a syllable may have three jamo. */
const RAW_SHARE = 3;

/**
 * Returns a schema for user text of at most `max` normalized code points; the caller checks that. Bounds cost first: raw
 * length, and mark runs (UAX #15).
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

/** Whether a text has more than `limit` code points; stops early. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  // A code point is at most two UTF-16 units.
  if (text.length > 2 * limit) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count > limit;
}
