import { emailProblem, isUniversityEmail } from '@madang/contract/accounts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { PasswordField } from '../../parts/campus/password-field.tsx';
import { useAccountText } from '../../parts/campus/account-text.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { setUser, useUser } from '../../parts/session/session.ts';
import { call } from '../../platform/api.ts';
import { goBack } from '../../router/router.tsx';
import { EmailField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { EditForm } from './edit-form.tsx';
import { useTellError } from './use-tell-error.ts';
import { useTypedText } from './use-typed-text.ts';

export default function ChangeEmailScreen() {
  const client = useQueryClient();
  const { domain } = useCampus().university;
  const { writingRight } = useUser();
  const { describeField } = useAccountText();
  const tellError = useTellError();
  const { typed = '', storeAfter: keepAfter } = useTypedText('email');
  const form = useForm({
    initial: { email: typed, password: '' },
    validate: ({ email, password }) => {
      const problem = emailProblem(email);
      return {
        email: problem === 'email.pattern' ? copy['error.email.shape'] : describeField(problem),
        password: password === '' ? copy['error.password.required'] : undefined,
      };
    },
    missing: copy['error.required'],
    send: async (values) => {
      const { user } = await call('PUT /api/profile/email', { body: values });
      setUser(client, user);
      showToast(copy['done.email']);
      goBack('/mypage/viewprofile');
    },
    onError: (error, { email }) => {
      keepAfter(error, email);
      return tellError(error, {
        'account.reauthentication': { password: copy['error.reauth'] },
        'email.exists': { email: copy['error.email.used'] },
      });
    },
  });

  const { email } = form.values;
  const losing = writingRight && emailProblem(email) === null && !isUniversityEmail(email, domain);
  return (
    <EditForm
      title={copy['edit.email']}
      lead={copy['edit.email.lead']}
      submit={copy['edit.submit']}
      form={form}
    >
      <EmailField
        {...form.field('email')}
        label={copy['edit.email.new']}
        note={losing ? <b>{fillCopy(copy['edit.email.elsewhere'], { domain })}</b> : undefined}
        autoComplete="email"
      />
      <PasswordField {...form.field('password')} />
    </EditForm>
  );
}
