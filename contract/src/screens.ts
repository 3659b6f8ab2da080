import { type Edition, isIn } from './campus/rules.ts';
import type { Screen } from './screen.ts';
import { screens } from './screen-table.ts';

export type ScreenPath = (typeof screens)[number]['path'];

export type ScreenRow = Screen & { path: ScreenPath };

/** All screens: source of router, frame, page files, answers and view counts. */
export const SCREENS: readonly ScreenRow[] = screens;

/** Screens available before accepting a changed legal text: acceptance and withdrawal. */
export const BEFORE_CONSENT: ReadonlySet<string | undefined> = new Set<ScreenPath>([
  '/consent',
  '/mypage/cancelmembership',
]);

/** Returns the file of a screen's component, below `web/`. */
export function screenFile(module: string): string {
  return `src/features/${module}-screen.tsx`;
}

/** Decoded segments of an address by the `:names` of its pattern. */
export type PathParams = Readonly<Record<string, string>>;

const patterns = new Map(SCREENS.map((screen) => [screen, splitPath(screen.path).filter(Boolean)]));

/** Returns the screen at an address; null if none. Ignores case and extra slashes. */
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

/** Splits a pattern such as `/post/:id` into segments. */
export function splitPath(path: string): string[] {
  return path.split('/').slice(1);
}

/**
 * Compares segments, ignoring case. `:id` matches any non-empty segment.
 *
 * @returns the segments matched by names, in order; null if they differ.
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

/** Decodes a segment once; returns a malformed one unchanged. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
