/** A pattern such as `/post/:id`, cut into segments. */
export function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}

/**
 * Compares an address with a pattern, both cut into segments, whatever their case. `:id` stands for one whole segment that
 * is not empty. Answers what stands there, in order; null when they differ.
 */
export function matchSegments(pattern: readonly string[], segments: readonly string[]): string[] | null {
  if (pattern.length !== segments.length) return null;
  const values: string[] = [];
  for (const [index, wanted] of pattern.entries()) {
    const given = segments[index] ?? '';
    if (wanted.startsWith(':') && given !== '') values.push(given);
    else if (wanted.toLowerCase() !== given.toLowerCase()) return null;
  }
  return values;
}

/** Decodes a segment once; what somebody broke by hand stands for itself. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
