import type { ComponentProps, ReactNode } from 'react';
import { describeControl, Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'id' | 'onChange'> {
  name: string;
  value: string;
  /** Button inside the field, at the end of the line. */
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

/** Attributes that turn off autocorrection for text that is not prose. */
export const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Renders an email field. `type="email"` has no text cursor to set, and shows the browser's messages. */
export function EmailField(props: TextFieldProps) {
  return <TextField inputMode="email" {...asTyped} {...props} />;
}
