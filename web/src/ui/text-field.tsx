import type { ComponentProps, ReactNode } from 'react';
import { describeControl, Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'id' | 'onChange'> {
  name: string;
  value: string;
  /** Stands inside, at the end of the line. */
  button?: ReactNode;
  onChange: (value: string) => void;
}

export function TextField({ label, note, error, name, button, onChange, ...rest }: TextFieldProps) {
  const id = `field-${name}`;
  const input = (
    <input
      type="text"
      {...rest}
      {...describeControl(id, { note, error })}
      id={id}
      name={name}
      className={styles.control}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <Field id={id} label={label} note={note} error={error}>
      {button ? (
        <div className={styles.line}>
          {input}
          {button}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

/** What is no prose: the phone must not correct it. */
export const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Not `type="email"`: such a field has no cursor to place, and refuses what is typed in words of its own. */
export function EmailField(props: TextFieldProps) {
  return <TextField inputMode="email" {...asTyped} {...props} />;
}
