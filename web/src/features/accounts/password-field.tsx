import { passwordProblem } from '@madang/contract/accounts/rules';
import { Eye, EyeOff } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon, IconButton } from '../../components/button.tsx';
import { asTyped, TextField, type TextFieldProps } from '../../components/field.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { FieldErrors, useForm } from '../../lib/use-form.ts';
import { lazyModule, useModule } from '../../lib/use-module.ts';
import styles from './account-form.module.css';
import type { useAccountText } from './account-text.ts';

/** Renders a password field, by default the current one, that can be revealed; submitting hides it. */
export function PasswordField({
  label = copy['login.password'],
  autoComplete = 'current-password',
  ...props
}: Omit<TextFieldProps, 'label'> & { label?: string }) {
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const selection = useRef<[number | null, number | null]>(null);

  useEffect(() => {
    const form = input.current?.form;
    const hide = (): void => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  // A field that changes its type loses its cursor position.
  useLayoutEffect(() => {
    if (selection.current) input.current?.setSelectionRange(...selection.current);
    selection.current = null;
  }, [shown]);

  function toggle(): void {
    const field = input.current;
    if (field && document.activeElement === field)
      selection.current = [field.selectionStart, field.selectionEnd];
    setShown(!shown);
  }

  return (
    <TextField
      {...asTyped}
      {...props}
      label={label}
      autoComplete={autoComplete}
      ref={input}
      type={shown ? 'text' : 'password'}
      button={
        <IconButton
          className={styles.toggle}
          label={fillCopy(copy['password.show'], { label })}
          aria-pressed={shown}
          // The field keeps the focus, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        >
          <Icon of={shown ? EyeOff : Eye} size={20} />
        </IconButton>
      }
    />
  );
}

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
