import { emailProblem } from '@madang/contract/accounts/rules';
import { Form } from '../../components/form.tsx';
import { EmailField } from '../../components/field.tsx';
import { copy } from '../../copy.ko.ts';
import { useHydrated } from '../../lib/page.ts';
import { useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { Screen } from '../campus/screen.tsx';
import { useAccountText } from './account-text.ts';
import { sendResetMail } from './mailed-codes.tsx';

export default function ForgottenPasswordScreen() {
  const { describeField, describeError } = useAccountText();
  const { state } = useLocation();
  const hydrated = useHydrated();
  const email = (hydrated && (state as { email?: string } | null)?.email) || '';
  const form = useForm({
    initial: { email },
    validate: ({ email }) => {
      const problem = emailProblem(email);
      // Addresses of any domain may have an account.
      return { email: problem === 'email.pattern' ? copy['error.email.shape'] : describeField(problem) };
    },
    missing: copy['error.required'],
    send: ({ email }) => sendResetMail(email),
    onError: (error) => showToast(describeError(error)),
  });
  return (
    <Screen title={copy['reset.heading']} heading="shown">
      <p className="px-margin text-soft pb-5">{copy['reset.explain']}</p>
      <Form form={form} submit={copy['reset.submit']}>
        <EmailField {...form.field('email')} label={copy['login.email']} autoComplete="username" />
      </Form>
    </Screen>
  );
}
