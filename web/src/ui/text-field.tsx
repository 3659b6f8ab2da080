import type { InputHTMLAttributes } from 'react';
import { describeControl, Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onChange'> {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

export function TextField({ label, note, error, name, onChange, ...rest }: TextFieldProps) {
  const id = `field-${name}`;
  return (
    <Field id={id} label={label} note={note} error={error}>
      <input
        type="text"
        {...rest}
        {...describeControl(id, { note, error })}
        id={id}
        name={name}
        className={styles.control}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
