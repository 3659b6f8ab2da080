import type { WritableBoardKind } from '@madang/contract/posts/rules';

/** Returns the writable board the user came from; null asks for a building first [SC-41]. */
export function readBoard(from: string | undefined): string | null {
  const path = from?.split(/[?#]/, 1)[0] ?? '';
  if (path === '/board/question') return 'question';
  if (path === '/board/festival') return 'festival';
  return /^\/building\/([A-Za-z0-9-]{1,60})$/.exec(path)?.[1] ?? null;
}

export function readKind(boardId: string | null): WritableBoardKind {
  return boardId === 'question' || boardId === 'festival' ? boardId : 'building';
}

export interface WriteState {
  from?: string;
  /** Building chosen in the picker. */
  board?: string;
}

export function readWriteState(state: unknown): WriteState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, board } = state as Record<string, unknown>;
  return {
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof board === 'string' ? { board } : {}),
  };
}
