import type { TextareaHTMLAttributes } from 'react';
import { describeControl, Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface TextAreaProps
  extends FieldTexts, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'onChange'> {
  name: string;
  value: string;
  onChange: (value: string) => void;
}

export function TextArea({ label, note, error, name, onChange, className, ...rest }: TextAreaProps) {
  const id = `field-${name}`;
  return (
    <Field id={id} label={label} note={note} error={error}>
      <textarea
        dir="auto"
        {...rest}
        {...describeControl(id, { note, error })}
        id={id}
        name={name}
        className={[styles.control, styles.area, className].filter(Boolean).join(' ')}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
