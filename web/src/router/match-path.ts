/** What stood in an address for the `:names` of its pattern, and for a `*` at its end. */
export type PathParams = Record<string, string | undefined>;

/**
 * Compares an address with a pattern such as `/board/event/:id` or `/mypage/*`; null when they differ. Upper and
 * lower case, and a slash at the end, make no difference. What stands in the address is decoded.
 */
export function matchPath(pattern: string, pathname: string): PathParams | null {
  const wanted = splitPath(pattern);
  const given = splitPath(pathname).map(decode);
  const params: PathParams = {};
  for (const [place, name] of wanted.entries()) {
    if (name === '*') return { ...params, '*': given.slice(place).join('/') };
    const value = given[place];
    if (value === undefined) return null;
    if (name.startsWith(':')) params[name.slice(1)] = value;
    else if (name.toLowerCase() !== value.toLowerCase()) return null;
  }
  return given.length === wanted.length ? params : null;
}

function splitPath(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** An address that somebody broke by hand stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
