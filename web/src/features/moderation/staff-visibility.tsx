// Loaded when an operator hides or restores content.
import type { CaseGround } from '@madang/contract/moderation/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { SelectField, TextArea } from '../../components/field.tsx';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { useAction } from '../campus/use-action.ts';
import { groundChoices } from './moderation-texts.ts';
import { ConfirmPassword, describeDecisionText, offerUndo } from './staff.tsx';

/** Typed text by target: it survives closing the sheet. */
const typed = new Map<string, string>();

interface StaffVisibilityProps {
  target: { kind: 'post' | 'reply'; id: string };
  hidden: boolean;
  onDone: () => unknown;
}

/** Hides or restores a post or reply with a reason, asking for the password if necessary. */
export function StaffVisibility({ target: { kind, id }, hidden, onDone }: StaffVisibilityProps) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const [ground, setGround] = useState<CaseGround>('spam');
  const [text, setText] = useState(() => typed.get(id) ?? '');
  const [asked, setAsked] = useState(false);

  const readAllAgain = (): Promise<void> => client.invalidateQueries();

  const { busy, onClick } = useAction(
    async () => {
      const problem = describeDecisionText(text);
      if (problem) return showToast(problem);
      const things = kind === 'post' ? 'posts' : 'replies';
      const { decision } = await call(`PUT /api/moderation/${things}/{id}/visibility`, {
        path: { id },
        body: { hidden, ground, text },
      });
      typed.delete(id);
      onDone();
      if (decision) offerUndo(decision, describeError, readAllAgain);
      else showToast(copy['moderate.done']);
      await readAllAgain();
    },
    (error) => {
      if (isRefusal(error, 'confirmation.required')) setAsked(true);
      else if (isRefusal(error, 'case.outdated', 'resource.missing'))
        showToast(copy['moderate.visibility.same']);
      else if (isRefusal(error, 'case.own', 'route.unknown')) showToast(copy['moderate.role']);
      else return false;
      return true;
    },
  );

  if (asked) return <ConfirmPassword onDone={() => setAsked(false)} />;
  return (
    <div className="flex-col gap-4">
      <SelectField
        name={`ground-${id}`}
        label={copy['moderate.ground']}
        choices={groundChoices}
        value={ground}
        onChange={setGround}
      />
      <TextArea
        name={`visibility-${id}`}
        label={copy['moderate.text']}
        rows={3}
        value={text}
        onChange={(next) => {
          typed.set(id, next);
          setText(next);
        }}
      />
      <Button busy={busy} onClick={onClick}>
        {hidden ? copy['moderate.uphold'] : copy['moderate.show']}
      </Button>
    </div>
  );
}
