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

/** Label above, message right under the control. */
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

export function FieldMessages({ id, note, error }: Omit<FieldTexts, 'label'> & { id: string }) {
  return (
    <>
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {note ? (
        <div className={styles.note} id={`${id}-note`}>
          {note}
        </div>
      ) : null}
    </>
  );
}

/** The attributes that tie a control to its messages. */
export function describeControl(id: string, { note, error }: Omit<FieldTexts, 'label'>) {
  const ids = [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}
