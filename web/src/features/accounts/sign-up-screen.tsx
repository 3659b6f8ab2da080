import { emailProblem, nameProblem, nicknameProblem, passwordProblem } from '@madang/contract/accounts/rules';
import type { Me } from '@madang/contract/accounts/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { describeStrength } from '../../parts/campus/password-note.ts';
import { PasswordField } from '../../parts/campus/password-field.tsx';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { announceSession } from '../../parts/session/session-channel.ts';
import { setStudent } from '../../parts/session/session.ts';
import { ApiError, call, isRefusal, NetworkError } from '../../platform/api.ts';
import { useLocation } from '../../router/router.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { type FieldErrors, useForm } from '../../ui/use-form.ts';
import styles from './account-form.module.css';
import { Consents } from './consents.tsx';
import { EmailField } from './email-field.tsx';

const blank = { name: '', nickname: '', password: '', passwordConfirm: '', terms: false, privacy: false };

interface SignUp extends Record<string, unknown> {
  name: string;
  email: string;
  nickname: string;
  password: string;
  passwordConfirm: string;
  terms: boolean;
  privacy: boolean;
}

export default function SignUpScreen() {
  const { search } = useLocation();
  const client = useQueryClient();
  const campus = useCampus();
  /** The address of a call whose answer never came. */
  const unanswered = useRef<string>(undefined);
  const { describeField, describeFields, describeError } = useProblemText();
  const emailStart = `@${campus.university.domain}`;

  function validate(values: SignUp): FieldErrors<SignUp> {
    const name = nameProblem(values.name);
    const email = emailProblem(values.email);
    const nickname = nicknameProblem(values.nickname, campus.reservedNicknames);
    const password = passwordProblem(values.password);
    return {
      ...(name ? { name: name === 'required' ? copy['error.name.required'] : describeField(name) } : {}),
      ...(email ? { email: describeField(email) } : {}),
      ...(nickname ? { nickname: describeField(nickname) } : {}),
      ...(password ? { password: describeField(password) } : {}),
      ...(values.passwordConfirm === values.password
        ? {}
        : { passwordConfirm: copy['error.password.confirm'] }),
      ...(values.terms ? {} : { terms: copy['error.terms'] }),
      ...(values.privacy ? {} : { privacy: copy['error.terms'] }),
    };
  }

  /** Signed up is signed in: the mail is waited for on the next screen, which leads on to the path first asked for. */
  function enter(user: Me): void {
    announceSession('signed-in');
    setStudent(client, user, `/verify${search}`);
  }

  /** Only this form can know that the account is the one it made: its call took effect, and the answer was lost. */
  async function enterOwn({ email, password }: SignUp): Promise<boolean> {
    if (unanswered.current !== email) return false;
    const { user } = await call('POST /api/session', { body: { email, password } });
    if (user) enter(user);
    return user !== null;
  }

  async function signUp(values: SignUp): Promise<FieldErrors<SignUp> | undefined> {
    const { name, email, nickname, password } = values;
    const { termsVersion, privacyVersion } = campus;
    const body = { name, email, nickname, password, termsVersion, privacyVersion };
    try {
      enter((await call('POST /api/accounts', { body })).user);
      return undefined;
    } catch (error) {
      if (error instanceof NetworkError) unanswered.current = email;
      const exists = isRefusal(error, 'email.exists');
      if (exists && (await enterOwn(values).catch(() => false))) return undefined;
      showToast(describeError(error));
      if (exists) return { email: copy['error.email.exists'] };
      return error instanceof ApiError ? toFormFields(describeFields(error)) : undefined;
    }
  }

  const form = useForm<SignUp>({
    initial: { ...blank, email: emailStart },
    validate,
    onInvalid: (errors) => showToast(pickAlert(errors, form.values)),
    submit: signUp,
  });

  return (
    <Screen title={copy['signup.heading']} heading="shown">
      <form className={styles.form} {...form.form}>
        <TextField
          {...form.field('name')}
          label={copy['signup.name']}
          note={copy['signup.name.note']}
          placeholder={copy['signup.name.prompt']}
          autoComplete="name"
        />
        <EmailField
          {...form.field('email')}
          label={copy['login.email']}
          start={emailStart}
          note={fillCopy(copy['signup.email.note'], { domain: campus.university.domain })}
        />
        <TextField
          {...form.field('nickname')}
          label={copy['signup.nickname']}
          note={copy['signup.nickname.note']}
          autoComplete="nickname"
        />
        <PasswordField
          {...form.field('password')}
          label={copy['login.password']}
          autoComplete="new-password"
          note={describeStrength(form.values.password, [
            form.values.name,
            form.values.nickname,
            form.values.email,
          ])}
        />
        <PasswordField
          {...form.field('passwordConfirm')}
          label={copy['signup.passwordConfirm']}
          autoComplete="new-password"
        />
        <Consents terms={form.field('terms')} privacy={form.field('privacy')} />
        <Button type="submit" busy={form.busy}>
          {copy['signup.submit']}
        </Button>
      </form>
    </Screen>
  );
}

/** The alert for a form with several faults: what is missing altogether before what is wrong [ER-01, ER-04, ER-05]. */
function pickAlert(errors: FieldErrors<SignUp>, values: SignUp): string {
  const texts = ['name', 'email', 'nickname', 'password', 'passwordConfirm'] as const;
  if (texts.some((name) => values[name] === '')) return copy['error.required'];
  const first = texts.find((name) => errors[name]);
  return (first && errors[first]) ?? copy['error.terms'];
}

function toFormFields(fields: Record<string, string>): FieldErrors<SignUp> {
  const { termsVersion, privacyVersion, ...others } = fields;
  return {
    ...others,
    ...(termsVersion ? { terms: termsVersion } : {}),
    ...(privacyVersion ? { privacy: privacyVersion } : {}),
  };
}
