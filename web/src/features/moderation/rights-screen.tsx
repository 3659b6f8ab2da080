import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { Screen } from '../campus/screen.tsx';
import { useAction } from '../campus/use-action.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { useLocation } from '../../lib/router.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { RightsForm } from './rights-form.tsx';
import styles from './rights.module.css';

/** Renders the form for affected people and its mail's target: opening the link confirms nothing yet [MO-12]. */
export default function RightsScreen() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('token');
  return (
    <Screen title={copy['rights.title']} heading="shown">
      {token === null ? <Request /> : <Confirm key={token} token={token} />}
    </Screen>
  );
}

function Request() {
  const { search } = useLocation();
  /** Recipient of the mail. */
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo === undefined)
    return (
      <>
        <p className={styles.lead}>{copy['rights.lead']}</p>
        <RightsForm asked={new URLSearchParams(search)} onSent={setSentTo} />
      </>
    );
  const [before, after] = copy['rights.sent.explain'].split('{email}');
  return (
    <div role="status">
      <h2 className={styles.done}>{copy['rights.sent']}</h2>
      <p className={styles.lead}>
        {before}
        <b>{sentTo}</b>
        {after}
      </p>
      <div className={styles.actions}>
        <Button look="plain" onClick={() => setSentTo(undefined)}>
          {copy['rights.another']}
        </Button>
      </div>
    </div>
  );
}

/** Result of the confirmation. */
type Outcome = 'done' | 'spent' | 'again' | 'full';

const outcomes: Record<Outcome, string> = {
  done: copy['rights.confirm.done'],
  spent: copy['rights.confirm.spent'],
  again: copy['rights.confirm.again'],
  full: copy['rights.confirm.full'],
};

function Confirm({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const confirm = useAction(
    async () => {
      await call('POST /api/rights/confirmation', { body: { token } });
      setOutcome('done');
    },
    (error) => {
      if (isRefusal(error, 'token.spent', 'input.invalid')) setOutcome('spent');
      else if (isRefusal(error, 'rights.again')) setOutcome('again');
      else if (isRefusal(error, 'rights.full')) setOutcome('full');
      else return false;
      return true;
    },
  );
  return (
    <>
      <p className={styles.lead} role={outcome === undefined ? undefined : 'status'}>
        {outcome === undefined ? copy['rights.confirm.explain'] : outcomes[outcome]}
      </p>
      <div className={styles.actions}>
        {outcome === undefined || outcome === 'full' ? (
          <Button {...confirm}>{copy['rights.confirm.submit']}</Button>
        ) : null}
        {outcome === 'spent' ? <ButtonLink to="/rights">{copy['rights.write']}</ButtonLink> : null}
      </div>
    </>
  );
}
