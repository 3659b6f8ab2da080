import { emailProblem, nameProblem, nicknameProblem } from '@madang/contract/accounts/rules';
import type { Me } from '@madang/contract/accounts/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { Form } from '../../components/form.tsx';
import { EmailField, TextField } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, call, type Input, isRefusal, NetworkError, peekSent } from '../../lib/api.ts';
import { useLocation } from '../../lib/router.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { type FieldErrors, firstError, useForm } from '../../lib/use-form.ts';
import { useCampus, useOfficial } from '../campus/campus-context.ts';
import { Screen } from '../campus/screen.tsx';
import { startSession } from '../session/session.ts';
import { readTyped, SIGN_UP_KEY, storeTyped } from '../session/user-storage.ts';
import { useAccountText, useReadNickname } from './account-text.ts';
import { Consents } from './consents.tsx';
import { findPasswordErrors, NewPassword } from './password-field.tsx';

interface SignUp {
  name: string;
  email: string;
  nickname: string;
  password: string;
  passwordConfirm: string;
  terms: boolean;
  privacy: boolean;
}

/**
 * Keeps the input in this tab until a session begins or ends, without passwords and consents, whose texts may change.
 * Server-rendered pages start without it.
 */
function useTyped(form: { values: SignUp; fill: (values: SignUp) => void }, start: SignUp): void {
  const official = useOfficial();
  const { name, email, nickname } = form.values;
  const restored = useRef(false);
  useEffect(() => {
    if (!official) return;
    if (restored.current) {
      storeTyped(SIGN_UP_KEY, { name, email, nickname });
      return;
    }
    restored.current = true;
    // Input from before hydration is newer.
    if (JSON.stringify(form.values) === JSON.stringify(start))
      form.fill({ ...start, ...readTyped(SIGN_UP_KEY, ['name', 'email', 'nickname']) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Stores single values; the form is a new object at each render.
  }, [official, name, email, nickname]);
}

const blank = { name: '', nickname: '', password: '', passwordConfirm: '', terms: false, privacy: false };

function useSignUp(emailStart: string) {
  const { search } = useLocation();
  const client = useQueryClient();
  const { reservedNicknames, termsVersion, privacyVersion } = useCampus();
  /** Address of a call without an answer. */
  const unanswered = useRef<string>(undefined);
  const { describeField, describeFields, describeError } = useAccountText();
  const readNickname = useReadNickname();

  function validate(values: SignUp): FieldErrors<SignUp> {
    const name = nameProblem(values.name);
    return {
      name: name === 'required' ? copy['error.name.required'] : describeField(name),
      email: describeField(emailProblem(values.email)),
      nickname: describeField(nicknameProblem(readNickname(values.nickname), reservedNicknames)),
      ...findPasswordErrors(values, describeField),
      terms: values.terms ? undefined : copy['error.terms'],
      privacy: values.privacy ? undefined : copy['error.terms'],
    };
  }

  /** Returns the server's errors by field. */
  function describeRefusal(error: unknown): FieldErrors<SignUp> {
    if (isRefusal(error, 'email.exists')) return { email: copy['error.email.exists'] };
    const { termsVersion, privacyVersion, ...others } = describeFields(error);
    return { ...others, terms: termsVersion, privacy: privacyVersion };
  }

  /** Returns the same for a form sent without the app, where errors without a field go under the name. */
  function describeSent(error: ApiError): FieldErrors<SignUp> {
    const refused = describeRefusal(error);
    return firstError(refused) ? refused : { name: describeError(error) };
  }

  const sent = import.meta.env.SSR ? peekSent() : null;
  return useForm<SignUp>({
    initial: { ...blank, email: emailStart, ...sent?.values },
    refused: sent ? describeSent(new ApiError(sent.problem)) : undefined,
    validate,
    missing: copy['error.required'],
    // The next screen waits for the mail and keeps the requested path.
    send: async ({ passwordConfirm, terms, privacy, ...values }) => {
      const nickname = readNickname(values.nickname);
      const user = await signUp({ ...values, nickname, termsVersion, privacyVersion }, unanswered);
      startSession(client, user, `/verify${search}`);
    },
    onError: (error) => {
      showToast(describeError(error));
      return describeRefusal(error);
    },
  });
}

/** Creates the account, or signs in to the one created by an unanswered attempt. */
async function signUp(
  body: Input<'POST /api/accounts'>['body'],
  unanswered: RefObject<string | undefined>,
): Promise<Me> {
  const { email, password } = body;
  try {
    return (await call('POST /api/accounts', { body })).user;
  } catch (error) {
    if (error instanceof NetworkError) unanswered.current = email;
    const own = isRefusal(error, 'email.exists') && unanswered.current === email;
    const session = own && (await call('POST /api/session', { body: { email, password } }).catch(() => null));
    if (session && session.user) return session.user;
    throw error;
  }
}

export default function SignUpScreen() {
  const { university, termsVersion, privacyVersion } = useCampus();
  const { domain } = university;
  const emailStart = `@${domain}`;
  const form = useSignUp(emailStart);
  useTyped(form, { ...blank, email: emailStart });
  const { name, nickname, email } = form.values;
  return (
    <Screen title={copy['signup.heading']} heading="shown">
      <Form form={form} submit={copy['signup.submit']}>
        <TextField
          {...form.field('name')}
          label={copy['signup.name']}
          note={copy['signup.name.note']}
          placeholder={copy['signup.name.prompt']}
          autoComplete="name"
        />
        <UniversityEmailField
          {...form.field('email')}
          label={copy['login.email']}
          start={emailStart}
          note={fillCopy(copy['signup.email.note'], { domain })}
        />
        <TextField
          {...form.field('nickname')}
          label={copy['signup.nickname']}
          note={copy['signup.nickname.note']}
          autoComplete="nickname"
        />
        <NewPassword
          form={form}
          label={copy['login.password']}
          again={copy['signup.passwordConfirm']}
          own={[name, nickname, email]}
        />
        <Consents
          terms={{ ...form.field('terms'), sends: termsVersion ?? undefined }}
          privacy={{ ...form.field('privacy'), sends: privacyVersion ?? undefined }}
        />
      </Form>
    </Screen>
  );
}

interface UniversityEmailFieldProps {
  name: string;
  label: string;
  note: string;
  value: string;
  error: string | undefined;
  /** Initial value: the university's part of the address [VA-02]. */
  start: string;
  onChange: (value: string) => void;
}

/** Renders a field starting with the university's domain, the cursor before it. */
function UniversityEmailField({ start, value, onChange, ...rest }: UniversityEmailFieldProps) {
  const placed = useRef(false);
  return (
    <EmailField
      {...rest}
      value={value}
      onChange={(typed) => onChange(withoutSecondDomain(typed, start))}
      autoComplete="email"
      onFocus={({ currentTarget }) => {
        if (placed.current || value !== start) return;
        placed.current = true;
        // A tap sets its own cursor after the focus.
        requestAnimationFrame(() => currentTarget.value === start && currentTarget.setSelectionRange(0, 0));
      }}
    />
  );
}

/** Returns the address without the start value if a full address was typed before it. */
function withoutSecondDomain(typed: string, start: string): string {
  const front = typed.slice(0, -start.length);
  return typed.endsWith(start) && front.includes('@') ? front : typed;
}
