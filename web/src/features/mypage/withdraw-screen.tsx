import { useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { deleteBlobs, draftKey } from '../../lib/drafts.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { PasswordField } from '../accounts/password-field.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import { leaveSession, useUser } from '../session/session.ts';
import { EditForm } from './profile-parts.tsx';

/** Stages in the order of their numbers in the message [ER-08]. */
const stages = ['withdrawal.reauthentication', 'withdrawal.profile', 'withdrawal.account'] as const;

export default function WithdrawScreen() {
  const client = useQueryClient();
  const { id } = useUser();
  const { describeError } = useProblemText();
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: password === '' ? copy['error.password.required'] : undefined }),
    send: async (values) => {
      await call('POST /api/profile/withdrawal', { body: values });
      await deleteDrafts(id);
      showToast(copy['done.withdraw']);
      leaveSession(client, '/');
    },
    onError: (error) => {
      const wrong = isRefusal(error, 'account.reauthentication');
      const stage = stages.findIndex((code) => isRefusal(error, code)) + 1;
      if (wrong) showToast(copy['error.reauth']);
      else showToast(stage > 0 ? fillCopy(copy['error.withdraw'], { n: stage }) : describeError(error));
      return wrong ? { password: copy['error.reauth'] } : undefined;
    },
  });
  return (
    <EditForm
      title={copy['mypage.withdraw']}
      lead={copy['edit.withdraw.lead']}
      submit={copy['edit.withdraw.submit']}
      form={form}
    >
      <PasswordField {...form.field('password')} />
    </EditForm>
  );
}

/** Deletes one user's drafts with their pictures; without storage there are none. */
async function deleteDrafts(userId: string): Promise<void> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(draftKey(userId, '')));
    for (const key of keys) localStorage.removeItem(key);
    await Promise.all(keys.map(deleteBlobs));
  } catch {
    return;
  }
}
