import type { ProblemCode } from '@madang/contract/errors';
import { BadgeCheck } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { copy } from '../../copy.ko.ts';
import { ApiError, isRefusal } from '../../lib/api.ts';
import { deleteDraft, draftKey, readText, writeDraft } from '../../lib/drafts.ts';
import { showToast } from '../../lib/toast-store.ts';
import type { useForm } from '../../lib/use-form.ts';
import { useAccountText } from '../accounts/account-text.ts';
import { Screen } from '../campus/screen.tsx';
import { useUser } from '../session/session.ts';
import styles from './mypage.module.css';

interface EditFormProps {
  title: string;
  lead?: string;
  submit: string;
  form: Pick<ReturnType<typeof useForm>, 'form' | 'busy'>;
  children: ReactNode;
}

/** Renders the common parts of the profile forms. */
export function EditForm({ title, lead, submit, form, children }: EditFormProps) {
  return (
    <Screen title={title} heading="shown">
      {lead ? <p className="px-margin text-soft pb-5">{lead}</p> : null}
      <Form form={form} submit={submit}>
        {children}
      </Form>
    </Screen>
  );
}

type OwnTexts = Partial<Record<ProblemCode, Record<string, string>>>;

/** Shows the error and returns texts by field. `own` maps refusals to this form's texts. */
export function useTellError() {
  const { describeError, describeFields } = useAccountText();
  return (error: unknown, own: OwnTexts): Record<string, string> => {
    const meant = error instanceof ApiError ? own[error.code] : undefined;
    showToast(Object.values(meant ?? {})[0] ?? describeError(error));
    return meant ?? describeFields(error);
  };
}

/**
 * Stores the input if the session ended or changed; the same user gets it once after login. Never for passwords.
 */
export function useTypedText(field: 'nickname' | 'email') {
  const key = draftKey(useUser().id, `edit:${field}`);
  const [typed] = useState(() => readText(key));
  useEffect(() => deleteDraft(key), [key]);
  return {
    typed,
    storeAfter: (error: unknown, text: string): void => {
      if (isRefusal(error, 'session.required', 'session.otherUser')) writeDraft(key, text);
    },
  };
}

export function VerifiedBadge({ verified }: { verified: boolean }) {
  return (
    <span
      className={`inline-row gap-1 text-soft text-small font-semibold bg-surface-strong rounded-full ${styles.badge} ${verified ? styles.verified : ''}`}
    >
      {verified ? <Icon of={BadgeCheck} size={16} /> : null}
      {verified ? copy['verified.yes'] : copy['verified.no']}
    </span>
  );
}
