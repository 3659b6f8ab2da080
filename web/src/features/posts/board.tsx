import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BoardIntro } from '../campus/board-intro.tsx';
import { buildingQuery } from '../campus/campus-queries.ts';
import { Failure, isMissing } from '../campus/failure.tsx';
import { NoSuchPlace } from '../campus/no-such-place.tsx';
import { Screen } from '../campus/screen.tsx';

interface BoardProps {
  boardId: string;
  title: string;
  /** Content above the board's description. */
  above?: ReactNode;
  children: ReactNode;
}

/** Renders a special board: category, description, then the list. */
export function Board({ boardId, title, above, children }: BoardProps) {
  const { data: board, error, refetch } = useQuery(buildingQuery(boardId));
  if (isMissing(error)) {
    return (
      <Screen title={title}>
        <NoSuchPlace kind="board" />
      </Screen>
    );
  }
  return (
    <Screen title={title}>
      {above}
      {error && !board ? <Failure error={error} onRetry={refetch} /> : <BoardIntro board={board} />}
      {children}
    </Screen>
  );
}
