import type { Building } from '@madang/contract/campus/schema';
import { type ReactNode, useEffect } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { Skeleton, StateMessage } from '../../components/states.tsx';
import { copy } from '../../copy.ko.ts';
import { logMessage, useHydrated } from '../../lib/page.ts';
import styles from './building.module.css';

interface BoardIntroProps {
  board: Building | undefined;
  children?: ReactNode;
}

/** Renders category and description at the top of a building or board. */
export function BoardIntro({ board, children }: BoardIntroProps) {
  return (
    <section className="flex-col items-start gap-2 pad-4">
      {board ? (
        <>
          <p
            className={`text-soft text-small font-semibold bg-surface-strong rounded-full ${styles.category}`}
          >
            {board.category}
          </p>
          <p className="text-soft">{board.info}</p>
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

interface BuildingPictureProps {
  /** Undefined until loaded; the space stays reserved. */
  building: Building | undefined;
  /** Given if visible as soon as the screen opens. */
  priority?: 'high' | 'low' | 'auto' | undefined;
}

/** Renders decoration next to the building's name, therefore without alternative text. */
export function BuildingPicture({ building, priority }: BuildingPictureProps) {
  const hydrated = useHydrated();
  const picture = building?.picture && (
    <img
      className="w-full object-cover h-full"
      src={building.picture}
      alt=""
      width={320}
      height={200}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority}
      decoding="async"
    />
  );
  // A browser also fetches lazy pictures far below the screen: none before hydration.
  return (
    <span className={`bg-surface-strong overflow-hidden block ${styles.frame}`}>
      {priority || hydrated ? picture : <noscript>{picture}</noscript>}
    </span>
  );
}

/** Renders that a building or board does not exist, with links to others [ER-15]. */
export function NoSuchPlace({ kind }: { kind: 'building' | 'board' }) {
  useEffect(() => logMessage(copy['console.noDocument']), []);
  return kind === 'building' ? (
    <StateMessage picture="failed" text={copy['state.missing.building']}>
      <ButtonLink look="plain" to="/building" replace>
        {copy['action.buildings']}
      </ButtonLink>
    </StateMessage>
  ) : (
    <StateMessage picture="failed" text={copy['state.missing.board']}>
      <ButtonLink look="plain" to="/" replace>
        {copy['action.home']}
      </ButtonLink>
    </StateMessage>
  );
}
