/** What the student sees as length: Unicode code points after NFC. */
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
  return (
    text
      .replaceAll('\0', '')
      .replace(/\p{Cs}/gu, '\uFFFD')
      .replace(/\r\n?/g, '\n')
      // Last: without the NUL between them two signs may be one.
      .normalize('NFC')
  );
}

/** True when nothing of the text would be visible: white space, zero-width and other format characters only. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}\p{Cc}\u115F\u1160\u3164\uFFA0]*$/u.test(text);
}

/** The first paragraph, on one line, at most `limit` code points; what a post card previews [SC-17]. */
export function firstParagraph(text: string, limit = 160): string {
  const paragraph = text.trimStart().split(/\n\s*\n/, 1)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const points = [...line];
  return points.length <= limit ? line : `${points.slice(0, limit - 1).join('')}…`;
}
