/**
 * Whether what somebody has is still right: one of the tags in their If-None-Match names this answer. Compared weakly
 * (RFC 9110, 13.1.2), because a proxy that compresses again makes a strong tag weak; `*` is any answer that there is.
 *
 * @param etag of the answer, weak or strong.
 */
export function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = opaqueOf(etag);
  for (const [, tag] of ifNoneMatch.matchAll(TAGS)) if (tag === opaque) return true;
  return false;
}

/** A comma may stand inside of a tag. */
const TAGS = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

const opaqueOf = (etag: string) => (etag.startsWith('W/') ? etag.slice(2) : etag);
