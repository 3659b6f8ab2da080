import { useEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { ButtonLink } from '../../components/button.tsx';
import { StateMessage } from '../../components/states.tsx';
import { logMessage } from '../../lib/page.ts';

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
