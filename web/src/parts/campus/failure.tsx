import { copy } from '../../copy.ko.ts';
import { ApiError, NetworkError } from '../../platform/api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { StateMessage } from '../../ui/state-message.tsx';

interface FailureProps {
  error: unknown;
  onRetry: () => void;
  /** What to say when the thing does not exist, and where to go instead. */
  missing?: { text: string; to: string };
}

/** True when the server says there is no such thing, or that the id cannot be one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410 || error.status === 422);
}

/** What stands in the place of content that could not be loaded. */
export function Failure({ error, onRetry, missing }: FailureProps) {
  if (missing && isMissing(error)) {
    return (
      <StateMessage picture="/campus/empty/error.svg" text={missing.text} role="alert">
        <ButtonLink look="plain" to={missing.to} replace>
          {missing.to === '/' ? copy['action.home'] : copy['action.back']}
        </ButtonLink>
      </StateMessage>
    );
  }
  const offline = error instanceof NetworkError;
  return (
    <StateMessage
      picture={offline ? '/campus/empty/offline.svg' : '/campus/empty/error.svg'}
      text={offline ? copy['state.network'] : copy['state.failed']}
      role="alert"
    >
      <Button look="plain" onClick={onRetry}>
        {copy['action.retry']}
      </Button>
    </StateMessage>
  );
}
