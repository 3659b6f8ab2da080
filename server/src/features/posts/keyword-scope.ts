import type { BoardKind } from '@madang/contract/posts/rules';

/** The festival's scope in `post_keywords`, beside the building categories. */
export const FESTIVAL_SCOPE = 'festival';

/** The keyword that every festival post stands under: whichever of the two it has. */
export const ANY_KEYWORD = '';

/** Under what a post of a board is found: questions under nothing, whatever keywords they carry. */
export function marksOf(
  board: { kind: BoardKind; category: string },
  keywords: readonly string[],
): { scope: string; keywords: readonly string[] } {
  if (board.kind === 'question') return { scope: board.category, keywords: [] };
  if (board.kind === 'festival') return { scope: FESTIVAL_SCOPE, keywords: [...keywords, ANY_KEYWORD] };
  return { scope: board.category, keywords };
}
