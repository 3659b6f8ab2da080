import { copy } from '../copy.ko.ts';
import { Button } from '../components/button.tsx';
import { StateMessage } from '../components/state-message.tsx';

/** Renders a crash, also of an older deploy's missing script: a reload gets the new one. */
export function Crash() {
  return (
    <StateMessage picture="failed" text={copy['state.crashed']} role="alert">
      <Button look="plain" onClick={() => window.location.reload()}>
        {copy['action.reload']}
      </Button>
    </StateMessage>
  );
}
