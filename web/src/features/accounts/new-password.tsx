import { passwordProblem } from '@madang/contract/accounts/rules';
import { copy } from '../../copy.ko.ts';
import type { FieldErrors, useForm } from '../../lib/use-form.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import { PasswordField } from './password-field.tsx';
import type { useAccountText } from './account-text.ts';

const notes = [
  copy['signup.password.note'],
  copy['signup.strength.1'],
  copy['signup.strength.2'],
  copy['signup.strength.3'],
] as const;

interface Passwords {
  password: string;
  passwordConfirm: string;
}

type Describe = ReturnType<typeof useAccountText>['describeField'];

export function findPasswordErrors(
  { password, passwordConfirm }: Passwords,
  describeField: Describe,
): FieldErrors<Passwords> {
  return {
    password: describeField(passwordProblem(password)),
    passwordConfirm: describeField(password === passwordConfirm ? null : 'password.confirm'),
  };
}

interface NewPasswordProps {
  form: Pick<ReturnType<typeof useForm<Passwords>>, 'values' | 'field'>;
  label: string;
  /** Label of the repeated field. */
  again: string;
  /** Names of the user: easily guessed. */
  own?: readonly string[];
}

// Its list of common passwords is not needed before the first letters.
const strength = lazyModule(() => import('./password-strength.ts'));

/** Renders a new password twice, with a hint about its strength that never blocks. */
export function NewPassword({ form, label, again, own = [] }: NewPasswordProps) {
  const late = useModule(strength);
  const note = notes[late?.estimateStrength(form.values.password, own) ?? 0];
  return (
    <>
      <PasswordField {...form.field('password')} label={label} note={note} autoComplete="new-password" />
      <PasswordField {...form.field('passwordConfirm')} label={again} autoComplete="new-password" />
    </>
  );
}
