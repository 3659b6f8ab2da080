import { readMailedCode } from '@madang/contract/accounts/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { useAccountText } from './account-text.ts';
import { findPasswordErrors, NewPassword } from './new-password.tsx';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import styles from './account-form.module.css';
import { CodeField, describeCodeRefusal, findCodeError, isCodeSpent } from './code-field.tsx';
import { goToLogin, ResetMailAgain } from './reset-mail.tsx';

/** Sets a new password by the mailed code. Never reveals whether a mail was sent. */
export function ResetByCode() {
  const client = useQueryClient();
  const { describeField, describeFields, describeError } = useAccountText();
  const [spent, setSpent] = useState(false);
  const form = useForm({
    initial: { code: '', password: '', passwordConfirm: '' },
    validate: (values) => ({
      code: findCodeError(values.code),
      ...findPasswordErrors(values, describeField),
    }),
    missing: copy['error.required'],
    send: async ({ code, password }) => {
      const body = { code: readMailedCode(code) ?? '', password };
      await call('POST /api/password-reset/code', { body });
      goToLogin(client, copy['done.password']);
    },
    onError: (error) => {
      const [code, { password }] = [describeCodeRefusal(error), describeFields(error)];
      if (!code && !password) showToast(describeError(error));
      setSpent(isCodeSpent(error));
      return { code, password };
    },
  });
  return (
    <>
      <p className={styles.lead}>{copy['reset.code.explain']}</p>
      <form className={styles.form} {...form.form}>
        <CodeField {...form.field('code')} />
        <NewPassword form={form} label={copy['reset.new.password']} again={copy['reset.new.confirm']} />
        {spent ? null : (
          <Button type="submit" busy={form.busy}>
            {copy['reset.new.submit']}
          </Button>
        )}
      </form>
      <div className={styles.actions}>
        <ResetMailAgain
          label={copy['code.again']}
          look={spent ? 'main' : 'plain'}
          onSent={() => setSpent(false)}
        />
      </div>
    </>
  );
}
