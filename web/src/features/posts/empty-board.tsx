import { copy } from '../../copy.ko.ts';
import { useLocation } from '../../lib/router.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { StateMessage } from '../../components/state-message.tsx';

interface EmptyBoardProps {
  text: string;
  /** True if users can write here: shows a button for the first post. */
  writable?: boolean;
  /** Alternative action if not. */
  action?: { label: string; to: string };
}

const goHome = { label: copy['action.home'], to: '/' };

export function EmptyBoard({ text, writable = false, action = goHome }: EmptyBoardProps) {
  const { pathname, search } = useLocation();
  const { label, ...link } = writable
    ? { label: copy['action.writeFirst'], to: '/write', state: { from: `${pathname}${search}` } }
    : action;
  return (
    <StateMessage picture="posts" text={text}>
      <ButtonLink look="plain" {...link}>
        {label}
      </ButtonLink>
    </StateMessage>
  );
}
