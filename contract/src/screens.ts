import { type Edition, isIn } from './campus/rules.ts';
import type { Screen } from './screen.ts';
import { screens } from './screen-table.ts';
import { decodeSegment, matchSegments, splitPath } from './paths.ts';

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
