import type { ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  note?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  id: string;
  children: ReactNode;
}

/** Renders a label above the control and a message below it. */
export function Field({ id, label, note, error, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      <FieldMessages id={id} note={note} error={error} />
    </div>
  );
}

/** Renders the error, or the note if there is none. */
export function FieldMessages({ id, note, error }: Omit<FieldTexts, 'label'> & { id: string }) {
  if (error) {
    return (
      <p className={styles.error} id={`${id}-error`}>
        {error}
      </p>
    );
  }
  if (!note) return null;
  return (
    <div className={styles.note} id={`${id}-note`}>
      {note}
    </div>
  );
}

/** Returns the attributes that link a control to its message. */
export function describeControl(id: string, { note, error }: Omit<FieldTexts, 'label'>) {
  const message = error ? `${id}-error` : note ? `${id}-note` : undefined;
  return { 'aria-describedby': message, 'aria-invalid': error ? true : undefined };
}
