import { use } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { StateMessage } from '../../components/states.tsx';
import { copy } from '../../copy.ko.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { CampusContext } from './campus-context.ts';
import { describeSilence, fillProblem } from './problem-text.ts';

interface FailureProps {
  error: unknown;
  onRetry: () => unknown;
  /** Text for missing content, and where to go instead. */
  missing?: { text: string; to: string };
}

/** True if the server reports missing content, or an invalid id. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410 || error.status === 422);
}

/** Renders a failure without an answer; retries automatically, or at once by the button. */
export function Unreached({ onRetry }: { onRetry: () => unknown }) {
  // The campus itself may be missing.
  const campus = use(CampusContext);
  const text = describeSilence();
  return (
    <StateMessage picture="offline" text={campus ? fillProblem(text, campus) : text} role="alert">
      <Button look="plain" onClick={() => void onRetry()}>
        {copy['action.retry']}
      </Button>
    </StateMessage>
  );
}

export function Failure({ error, onRetry, missing }: FailureProps) {
  if (error instanceof NetworkError) return <Unreached onRetry={onRetry} />;
  const gone = isMissing(error) ? missing : undefined;
  return (
    <StateMessage picture="failed" text={gone?.text ?? copy['state.failed']} role="alert">
      {gone ? (
        <ButtonLink look="plain" to={gone.to} replace>
          {gone.to === '/' ? copy['action.home'] : copy['action.back']}
        </ButtonLink>
      ) : (
        <Button look="plain" onClick={() => void onRetry()}>
          {copy['action.retry']}
        </Button>
      )}
    </StateMessage>
  );
}
