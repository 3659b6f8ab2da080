import { passwordProblem } from '@madang/contract/accounts/rules';
import { copy } from '../../copy.ko.ts';
import { describeStrength } from '../../parts/campus/password-note.ts';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { ApiError, call, isRefusal } from '../../platform/api.ts';
import { goBack } from '../../router/browser-history.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { EditForm } from './edit-form.tsx';

export function ChangePasswordScreen() {
  const { describeField, describeFields, describeError } = useProblemText();
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
      <TextField
        {...form.field('oldPassword')}
        label={copy['edit.password.old']}
        type="password"
        autoComplete="current-password"
      />
      <TextField
        {...form.field('password')}
        label={copy['reset.new.password']}
        type="password"
        autoComplete="new-password"
        note={describeStrength(form.values.password)}
      />
      <TextField
        {...form.field('passwordConfirm')}
        label={copy['reset.new.confirm']}
        type="password"
        autoComplete="new-password"
      />
    </EditForm>
  );
}
