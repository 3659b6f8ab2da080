import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import type { Act, OperatorAct } from './use-operator-act.ts';

interface ReasonFormProps {
  /** Name of the field. */
  name: string;
  note?: string;
  submit: string;
  by: OperatorAct;
  act: (reason: string) => ReturnType<Act>;
}

/** Renders the reason for an operator action, and its button. */
export function ReasonForm({ name, note, submit, by, act }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  return (
    <>
      <TextField name={name} label={copy['operate.reason']} note={note} value={reason} onChange={setReason} />
      <Button busy={by.busy} onClick={() => by.act(() => act(reason))}>
        {submit}
      </Button>
    </>
  );
}
