import { readMailedCode } from '@madang/contract/accounts/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { useSearchParams } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useForm } from '../../lib/use-form.ts';
import { Screen } from '../campus/screen.tsx';
import { useAccountText } from './account-text.ts';
import {
  CodeField,
  describeCodeRefusal,
  findCodeError,
  goToLogin,
  isCodeSpent,
  ResetMailAgain,
} from './mailed-codes.tsx';
import { findPasswordErrors, NewPassword } from './password-field.tsx';

/** Purpose of a mailed link: both end in a new password. */
interface Purpose {
  name: 'reset' | 'undo';
  endpoint: 'POST /api/password-reset/confirmation' | 'POST /api/profile/email/undo';
  heading: string;
  lead?: string;
  submit: string;
  done: string;
  spent: string;
}

const reset: Purpose = {
  name: 'reset',
  endpoint: 'POST /api/password-reset/confirmation',
  heading: copy['reset.new.heading'],
  submit: copy['reset.new.submit'],
  done: copy['done.password'],
  spent: copy['reset.spent'],
};

const undo: Purpose = {
  name: 'undo',
  endpoint: 'POST /api/profile/email/undo',
  heading: copy['undo.heading'],
  lead: copy['undo.explain'],
  submit: copy['undo.submit'],
  done: copy['undo.done'],
  spent: copy['undo.spent'],
};

/** Target of reset mails and address-change notices; without a link it accepts the mailed code. */
export default function ResetScreen() {
  const [search] = useSearchParams();
  if (search.has('token') || search.has('undo')) return <ByLink search={search} />;
  return (
    <Screen title={reset.heading} heading="shown">
      <ResetByCode />
    </Screen>
  );
}

/** Opening the link does not use it up. */
function ByLink({ search }: { search: URLSearchParams }) {
  const purpose = search.has('undo') ? undo : reset;
  const token = search.get('undo') ?? search.get('token') ?? '';
  const [refused, setRefused] = useState(token === '');
  // Checked before the user chooses a password. Without an answer the form stays; sending checks again.
  const { data, error } = useQuery({
    queryKey: ['mailedLink', purpose.name, token],
    queryFn: () => call('GET /api/password-reset', { query: { token, purpose: purpose.name } }),
    enabled: token !== '',
    staleTime: Infinity,
    gcTime: 0,
  });
  const spent = refused || data?.usable === false || isRefusal(error, 'input.invalid');
  return (
    <Screen title={purpose.heading} heading="shown">
      {spent ? (
        <SpentLink text={purpose.spent} />
      ) : (
        <NewPasswordForm purpose={purpose} token={token} onSpent={() => setRefused(true)} />
      )}
    </Screen>
  );
}

interface NewPasswordFormProps {
  purpose: Purpose;
  token: string;
  onSpent: () => void;
}

function NewPasswordForm({ purpose, token, onSpent }: NewPasswordFormProps) {
  const client = useQueryClient();
  const { describeField, describeFields, describeError } = useAccountText();
  const form = useForm({
    initial: { password: '', passwordConfirm: '' },
    validate: (values) => findPasswordErrors(values, describeField),
    missing: copy['error.required'],
    send: async ({ password }) => {
      await call(purpose.endpoint, { body: { token, password } });
      goToLogin(client, purpose.done);
    },
    onError: (error) => {
      const { password } = describeFields(error);
      if (password) return { password };
      if (isRefusal(error, 'token.spent', 'input.invalid')) onSpent();
      else showToast(describeError(error));
      return undefined;
    },
  });
  return (
    <>
      {purpose.lead ? <p className="px-margin text-soft pb-5">{purpose.lead}</p> : null}
      <Form form={form} submit={purpose.submit}>
        <NewPassword form={form} label={copy['reset.new.password']} again={copy['reset.new.confirm']} />
      </Form>
    </>
  );
}

function SpentLink({ text }: { text: string }) {
  return (
    <>
      <p className="px-margin text-soft pb-5" role="alert">
        {text}
      </p>
      <div className="flex-col gap-3 px-margin pb-8">
        <ResetMailAgain label={copy['reset.again']} />
      </div>
    </>
  );
}

/** Sets a new password by the mailed code. Never reveals whether a mail was sent. */
function ResetByCode() {
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
      <p className="px-margin text-soft pb-5">{copy['reset.code.explain']}</p>
      <form className="flex-col gap-5 px-margin pb-8" {...form.form}>
        <CodeField {...form.field('code')} />
        <NewPassword form={form} label={copy['reset.new.password']} again={copy['reset.new.confirm']} />
        {spent ? null : (
          <Button type="submit" busy={form.busy}>
            {copy['reset.new.submit']}
          </Button>
        )}
      </form>
      <div className="flex-col gap-3 px-margin pb-8">
        <ResetMailAgain
          label={copy['code.again']}
          look={spent ? 'main' : 'plain'}
          onSent={() => setSpent(false)}
        />
      </div>
    </>
  );
}
