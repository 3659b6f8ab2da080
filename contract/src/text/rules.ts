/** Maximum run of combining marks, by the Stream-Safe Text Format (UAX #15). */
const MARKS_MAX = 30;
/** Marks, and letters whose compatibility form is a mark. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu;
/** Invisible mark that splits a run: normalization sorts each part separately. */
const JOINER = '\u034F';

/** {@link MARKS_MAX} marks followed by another one. */
const PART = /[^\u034F]{30}(?=[^\u034F])/gu;

/** Splits long runs of marks, as the Stream-Safe Text Process does. */
function breakMarkRuns(text: string): string {
  return text.replace(MARKS, (run) => (run.length <= MARKS_MAX ? run : run.replace(PART, `$&${JOINER}`)));
}

/** Whether a text has more consecutive combining marks than any language, slow to normalize. */
export function hasLongMarkRun(text: string): boolean {
  return breakMarkRuns(text) !== text;
}

/** Normalizes in linear time: splits long runs of marks, which sort quadratically. */
export function normalizeForm(text: string, form: 'NFC' | 'NFKC'): string {
  return breakMarkRuns(text).normalize(form);
}

/** Returns the code points after NFC. The schema must bound the text. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text.normalize('NFC')) count += 1;
  return count;
}

/** Returns stored user text: NFC, `\n` line ends, no NUL (PostgreSQL), no unpaired surrogate. Idempotent. */
export function normalizeText(text: string): string {
  const plain = text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/\r\n?/g, '\n');
  // Last, as removing a NUL may join two characters.
  return normalizeForm(plain, 'NFC');
}

/** Removes the last characters that match; each is one UTF-16 unit. */
export function dropEnd(text: string, isDropped: (sign: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes white space, control and ignorable characters. */
export function dropInvisible(text: string): string {
  return text.replace(/[\s\p{Cf}\p{Cc}\p{DI}\u2800]+/gu, '');
}

export function isBlank(text: string): boolean {
  return dropInvisible(text) === '';
}

/** Returns the first paragraph on one line, at most `limit` code points [SC-17]. */
export function firstParagraph(text: string, limit = 160): string {
  const paragraph = text.trimStart().split(/\n\s*\n/, 1)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length <= limit ? line : `${points.slice(0, limit - 1).join('')}…`;
}

/** Formats a count with a comma before each three digits; `Intl.NumberFormat` blocks a phone for 100 ms at first use. */
export function formatCount(count: number): string {
  const digits = String(count);
  const first = digits.length % 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].filter(Boolean).join(',');
}
