import { emailProblem, nameProblem, nicknameProblem, passwordProblem } from '@madang/contract/accounts/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { useCampus } from '../../parts/campus/campus-context.ts';
import { describeStrength } from '../../parts/campus/password-note.ts';
import { useProblemText } from '../../parts/campus/problem-text.ts';
import { Screen } from '../../parts/campus/screen.tsx';
import { ApiError, call, isRefusal } from '../../platform/api.ts';
import { navigate } from '../../router/browser-history.ts';
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

export function SignUpScreen() {
  const { search } = useLocation();
  const campus = useCampus();
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

  async function signUp(values: SignUp): Promise<FieldErrors<SignUp> | undefined> {
    try {
      const { email } = await call('POST /api/accounts', {
        body: {
          name: values.name,
          email: values.email,
          nickname: values.nickname,
          password: values.password,
          termsVersion: campus.termsVersion,
          privacyVersion: campus.privacyVersion,
        },
      });
      showToast(copy['signup.done']);
      navigate(`/login${search}`, { replace: true, state: { email } });
      return undefined;
    } catch (error) {
      showToast(describeError(error));
      if (isRefusal(error, 'email.exists')) return { email: copy['error.email.exists'] };
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
        <TextField
          {...form.field('password')}
          label={copy['login.password']}
          type="password"
          autoComplete="new-password"
          note={describeStrength(form.values.password)}
        />
        <TextField
          {...form.field('passwordConfirm')}
          label={copy['signup.passwordConfirm']}
          type="password"
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
