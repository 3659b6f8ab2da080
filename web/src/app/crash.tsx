import { copy } from '../copy.ko.ts';
import { Button } from '../ui/button.tsx';
import { StateMessage } from '../ui/state-message.tsx';

/** Also what a chunk of an older deploy that is gone from the server ends in: reloading gets the new one. */
export function Crash() {
  return (
    <StateMessage picture="failed" text={copy['state.crashed']} role="alert">
      <Button look="plain" onClick={() => window.location.reload()}>
        {copy['action.reload']}
      </Button>
    </StateMessage>
  );
}
