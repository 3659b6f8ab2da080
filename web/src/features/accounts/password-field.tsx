import { Eye, EyeOff } from 'lucide';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { asTyped, TextField, type TextFieldProps } from '../../components/field.tsx';
import styles from './password-field.module.css';

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
