import { copy } from '../../copy.ko.ts';
import { findPasswordErrors, NewPassword } from '../../parts/campus/new-password.tsx';
import { PasswordField } from '../../parts/campus/password-field.tsx';
import { useAccountText } from '../../parts/campus/account-text.ts';
import { useUser } from '../../parts/session/session.ts';
import { call } from '../../platform/api.ts';
import { goBack } from '../../router/router.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { EditForm } from './edit-form.tsx';
import { useTellError } from './use-tell-error.ts';

export default function ChangePasswordScreen() {
  const { describeField } = useAccountText();
  const tellError = useTellError();
  const { name, nickname, email } = useUser();
  const form = useForm({
    initial: { oldPassword: '', password: '', passwordConfirm: '' },
    validate: ({ oldPassword, ...values }) => ({
      oldPassword: oldPassword === '' ? copy['error.password.required'] : undefined,
      ...findPasswordErrors(values, describeField),
    }),
    missing: copy['error.required'],
    send: async ({ oldPassword, password }) => {
      await call('PUT /api/profile/password', { body: { oldPassword, password } });
      showToast(copy['done.password']);
      goBack('/mypage/viewprofile');
    },
    onError: (error) =>
      tellError(error, { 'account.reauthentication': { oldPassword: copy['error.reauth.old'] } }),
  });
  return (
    <EditForm title={copy['edit.password']} submit={copy['edit.submit']} form={form}>
      <PasswordField {...form.field('oldPassword')} label={copy['edit.password.old']} />
      <NewPassword
        form={form}
        label={copy['reset.new.password']}
        again={copy['reset.new.confirm']}
        own={[name, nickname, email]}
      />
    </EditForm>
  );
}
