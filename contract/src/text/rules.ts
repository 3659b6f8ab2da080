/** The longest run of combining marks that a text may have, by the Stream-Safe Text Format (UAX #15). */
const MARKS_MAX = 30;
/** Marks, and the letters whose compatibility form is one. */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu;
/** A mark of its own that is not seen; what stands behind it is sorted apart from what stands before it. */
const JOINER = '\u034F';

/** So many marks as {@link MARKS_MAX} says, with another one behind them. */
const PART = /[^\u034F]{30}(?=[^\u034F])/gu;

/** The text with each long run of marks in parts, as the Stream-Safe Text Process makes it. */
function breakMarkRuns(text: string): string {
  return text.replace(MARKS, (run) => (run.length <= MARKS_MAX ? run : run.replace(PART, `$&${JOINER}`)));
}

/** Whether a text has a longer run of combining marks than any language writes: it is made to be slow to normalize. */
export function hasLongMarkRun(text: string): boolean {
  return breakMarkRuns(text) !== text;
}

/**
 * A text in a normalization form. The time is linear in its length: normalizing sorts each run of marks, which takes the
 * square of the run's length, so long runs are broken first.
 */
export function normalizeForm(text: string, form: 'NFC' | 'NFKC'): string {
  return breakMarkRuns(text).normalize(form);
}

/** What the student sees as length: Unicode code points after NFC. Of a text that its schema bounded. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text.normalize('NFC')) count += 1;
  return count;
}

/**
 * The form in which every text of a student is stored: NFC, line ends as `\n`, no NUL (PostgreSQL refuses
 * it) and no half surrogate (UTF-8 cannot carry one). Stored again it stays as it is.
 */
export function normalizeText(text: string): string {
  const plain = text
    .replaceAll('\0', '')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/\r\n?/g, '\n');
  // Last: without the NUL between them two signs may be one.
  return normalizeForm(plain, 'NFC');
}

/** The text without its last signs that are among these; each is one UTF-16 unit. */
export function dropEnd(text: string, isDropped: (sign: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isDropped(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** True when nothing of the text would be visible: white space, control characters and what Unicode ignores by default. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}\p{Cc}\p{DI}\u2800]*$/u.test(text);
}

/** The first paragraph, on one line, at most `limit` code points; what a post card previews [SC-17]. */
export function firstParagraph(text: string, limit = 160): string {
  const paragraph = text.trimStart().split(/\n\s*\n/, 1)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length <= limit ? line : `${points.slice(0, limit - 1).join('')}…`;
}
