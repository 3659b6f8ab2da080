import { passwordProblem } from '@madang/contract/accounts/rules';
import { copy } from '../../copy.ko.ts';
import { describeStrength } from '../../parts/campus/password-note.ts';
import { PasswordField } from '../../parts/campus/password-field.tsx';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { useStudent } from '../../parts/session/session.ts';
import { ApiError, call, isRefusal } from '../../platform/api.ts';
import { goBack } from '../../router/browser-history.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { EditForm } from './edit-form.tsx';

export default function ChangePasswordScreen() {
  const { describeField, describeFields, describeError } = useProblemText();
  const { name, nickname, email } = useStudent();
  const form = useForm({
    initial: { oldPassword: '', password: '', passwordConfirm: '' },
    validate: ({ oldPassword, password, passwordConfirm }) => {
      const problem = passwordProblem(password);
      return {
        ...(oldPassword === '' ? { oldPassword: copy['error.required'] } : {}),
        ...(problem ? { password: describeField(problem) } : {}),
        ...(password === passwordConfirm ? {} : { passwordConfirm: copy['error.password.confirm'] }),
      };
    },
    onInvalid: (errors) => {
      const empty = Object.values(form.values).includes('');
      const first = errors.oldPassword ?? errors.password ?? errors.passwordConfirm;
      showToast(empty || !first ? copy['error.required'] : first);
    },
    submit: async ({ oldPassword, password }) => {
      try {
        await call('PUT /api/profile/password', { body: { oldPassword, password } });
        showToast(copy['done.password']);
        goBack('/mypage/viewprofile');
        return undefined;
      } catch (error) {
        const wrong = isRefusal(error, 'account.reauthentication');
        showToast(wrong ? copy['error.reauth.old'] : describeError(error));
        if (wrong) return { oldPassword: copy['error.reauth.old'] };
        return error instanceof ApiError ? describeFields(error) : undefined;
      }
    },
  });
  return (
    <EditForm title={copy['edit.password']} submit={copy['edit.submit']} form={form}>
      <PasswordField
        {...form.field('oldPassword')}
        label={copy['edit.password.old']}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field('password')}
        label={copy['reset.new.password']}
        autoComplete="new-password"
        note={describeStrength(form.values.password, [name, nickname, email])}
      />
      <PasswordField
        {...form.field('passwordConfirm')}
        label={copy['reset.new.confirm']}
        autoComplete="new-password"
      />
    </EditForm>
  );
}
