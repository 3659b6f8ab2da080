import type { Building } from '@madang/contract/campus/schema';
import type { ReactNode } from 'react';
import { Skeleton } from '../../components/states.tsx';
import styles from './board-intro.module.css';

interface BoardIntroProps {
  board: Building | undefined;
  children?: ReactNode;
}

/** Renders category and description at the top of a building or board. */
export function BoardIntro({ board, children }: BoardIntroProps) {
  return (
    <section className={styles.intro}>
      {board ? (
        <>
          <p className={styles.category}>{board.category}</p>
          <p className={styles.info}>{board.info}</p>
        </>
      ) : (
        <>
          <Skeleton width="72px" height="20px" />
          <Skeleton height="44px" />
        </>
      )}
      {children}
    </section>
  );
}
