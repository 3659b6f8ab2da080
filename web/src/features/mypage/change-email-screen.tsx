import { emailProblem, isUniversityEmail } from '@madang/contract/accounts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { EmailField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { goBack } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { useAccountText } from '../accounts/account-text.ts';
import { PasswordField } from '../accounts/password-field.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { setUser, useUser } from '../session/session.ts';
import { EditForm, useTellError, useTypedText } from './profile-parts.tsx';

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
