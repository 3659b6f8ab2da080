import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { goBack } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { useAccountText } from '../accounts/account-text.ts';
import { findPasswordErrors, NewPassword, PasswordField } from '../accounts/password-field.tsx';
import { useUser } from '../session/session.ts';
import { EditForm, useTellError } from './profile-parts.tsx';

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
