import { copy } from '../../copy.ko.ts';
import { useLocation } from '../../router/router.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

interface EmptyBoardProps {
  text: string;
  /** Students write here: the first post is one tap away. */
  writable?: boolean;
}

export function EmptyBoard({ text, writable = false }: EmptyBoardProps) {
  const { pathname, search } = useLocation();
  return (
    <StateMessage picture="posts" text={text}>
      {writable ? (
        <ButtonLink look="plain" to="/write" state={{ from: `${pathname}${search}` }}>
          {copy['action.writeFirst']}
        </ButtonLink>
      ) : (
        <ButtonLink look="plain" to="/">
          {copy['action.home']}
        </ButtonLink>
      )}
    </StateMessage>
  );
}
