import { readMailedCode } from '@madang/contract/accounts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { useVerificationMail } from './use-verification-mail.ts';
import { startSession } from '../session/session.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import styles from './account-form.module.css';
import { CodeField, describeCodeRefusal, findCodeError, isCodeSpent } from './code-field.tsx';

/** Accepts the code of the expected mail: mailed links never open an installed app. */
export function VerifyByCode() {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const [spent, setSpent] = useState(false);
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: findCodeError(code) }),
    send: async ({ code }) => {
      const body = { code: readMailedCode(code) ?? '' };
      // The page continues once the session is verified.
      startSession(client, (await call('POST /api/verification/code', { body })).user);
    },
    onError: (error) => {
      const refused = describeCodeRefusal(error);
      if (!refused) showToast(describeError(error));
      setSpent(isCodeSpent(error));
      return { code: refused };
    },
  });
  const again = useVerificationMail(() => {
    form.fill({ code: '' });
    setSpent(false);
  });
  return (
    <form className={styles.form} {...form.form}>
      <CodeField {...form.field('code')} />
      {spent ? (
        <Button {...again}>{copy['code.again']}</Button>
      ) : (
        <Button type="submit" busy={form.busy}>
          {copy['code.submit']}
        </Button>
      )}
    </form>
  );
}
