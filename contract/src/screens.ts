import { type Edition, isIn } from './campus/rules.ts';
import type { Screen } from './screen.ts';
import { screens } from './screen-table.ts';

/** The address of a screen with its `:names`. */
export type ScreenPath = (typeof screens)[number]['path'];

/** A row of the table. */
export type ScreenRow = Screen & { path: ScreenPath };

/** Every screen. Router, frame, the page's files and first answers and the names that views are counted under come from here. */
export const SCREENS: readonly ScreenRow[] = screens;

/** What a user is shown before agreeing to a changed text: where they agree, or withdraw. */
export const BEFORE_CONSENT: ReadonlySet<string | undefined> = new Set<ScreenPath>([
  '/consent',
  '/mypage/cancelmembership',
]);

/** The file of a screen's component, below `web/`. */
export function screenFile(module: string): string {
  return `src/features/${module}-screen.tsx`;
}

/** What stands in an address for the `:names` of its pattern, decoded. */
export type PathParams = Readonly<Record<string, string>>;

const patterns = new Map(SCREENS.map((screen) => [screen, splitPath(screen.path).filter(Boolean)]));

/**
 * The screen at this address, unless the edition does not have it; null at unknown addresses. Upper and lower case, and slashes
 * too many, make no difference.
 */
export function findScreen(path: string, edition: Edition): { screen: ScreenRow; params: PathParams } | null {
  const segments = splitPath(path).filter(Boolean).map(decodeSegment);
  for (const [screen, pattern] of patterns) {
    const values = matchSegments(pattern, segments);
    if (!values || !isIn(screen, edition)) continue;
    const names = pattern.filter((segment) => segment.startsWith(':'));
    return {
      screen,
      params: Object.fromEntries(names.map((name, index) => [name.slice(1), values[index] ?? ''])),
    };
  }
  return null;
}

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
