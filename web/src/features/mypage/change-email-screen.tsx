import { emailProblem } from '@madang/contract/accounts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { PasswordField } from '../../parts/campus/password-field.tsx';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { setStudent } from '../../parts/session/session.ts';
import { ApiError, call, isRefusal } from '../../platform/api.ts';
import { goBack } from '../../router/browser-history.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { EditForm } from './edit-form.tsx';
import { useTypedText } from './use-typed-text.ts';

export default function ChangeEmailScreen() {
  const client = useQueryClient();
  const { describeField, describeFields, describeError } = useProblemText();
  const { typed = '', keepAfter } = useTypedText('email');
  const form = useForm({
    initial: { email: typed, password: '' },
    validate: ({ email, password }) => {
      const problem = emailProblem(email);
      const text =
        problem === 'email.pattern' ? copy['error.email.shape'] : problem && describeField(problem);
      return {
        ...(text ? { email: text } : {}),
        ...(password === '' ? { password: copy['error.required'] } : {}),
      };
    },
    onInvalid: (errors) => {
      const empty = Object.values(form.values).includes('');
      showToast(empty || !errors.email ? copy['error.required'] : errors.email);
    },
    submit: async (values) => {
      try {
        const { user } = await call('PUT /api/profile/email', { body: values });
        setStudent(client, user);
        showToast(copy['done.email']);
        goBack('/mypage/viewprofile');
        return undefined;
      } catch (error) {
        keepAfter(error, values.email);
        return tell(error);
      }
    },
  });

  function tell(error: unknown): Record<string, string> | undefined {
    if (isRefusal(error, 'account.reauthentication')) {
      showToast(copy['error.reauth']);
      return { password: copy['error.reauth'] };
    }
    if (isRefusal(error, 'email.exists')) {
      showToast(copy['error.email.used']);
      return { email: copy['error.email.used'] };
    }
    showToast(describeError(error));
    return error instanceof ApiError ? describeFields(error) : undefined;
  }

  return (
    <EditForm
      title={copy['edit.email']}
      lead={copy['edit.email.lead']}
      submit={copy['edit.submit']}
      form={form}
    >
      <TextField
        {...form.field('email')}
        label={copy['edit.email.new']}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...form.field('password')}
        label={copy['login.password']}
        autoComplete="current-password"
      />
    </EditForm>
  );
}
