import { useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { PasswordField } from '../../parts/campus/password-field.tsx';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { announceSession } from '../../parts/session/session-channel.ts';
import { leaveSession, useStudent } from '../../parts/session/session.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { deleteBlob } from '../../platform/blob-store.ts';
import { deleteAllDrafts } from '../../platform/drafts.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { EditForm } from './edit-form.tsx';

/** Its stages, in the order of their numbers in the message [ER-08]. */
const stages = ['withdrawal.reauthentication', 'withdrawal.profile', 'withdrawal.account'] as const;

export default function WithdrawScreen() {
  const client = useQueryClient();
  const student = useStudent();
  const { describeError } = useProblemText();
  const form = useForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: copy['error.required'] } : {}),
    onInvalid: () => showToast(copy['error.required']),
    submit: async (values) => {
      try {
        await call('POST /api/profile/withdrawal', { body: values });
      } catch (error) {
        if (isRefusal(error, 'account.reauthentication')) {
          showToast(copy['error.reauth']);
          return { password: copy['error.reauth'] };
        }
        const stage = stages.findIndex((code) => isRefusal(error, code)) + 1;
        showToast(stage > 0 ? fillCopy(copy['error.withdraw'], { n: stage }) : describeError(error));
        return undefined;
      }
      await Promise.all(deleteAllDrafts(student.id).map((key) => deleteBlob(key)));
      announceSession('signed-out');
      showToast(copy['done.withdraw']);
      leaveSession(client, '/');
      return undefined;
    },
  });
  return (
    <EditForm
      title={copy['mypage.withdraw']}
      lead={copy['edit.withdraw.lead']}
      submit={copy['edit.withdraw.submit']}
      form={form}
    >
      <PasswordField
        {...form.field('password')}
        label={copy['login.password']}
        autoComplete="current-password"
      />
    </EditForm>
  );
}
