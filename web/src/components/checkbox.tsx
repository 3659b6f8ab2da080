import type { ReactNode } from 'react';
import { describeControl, FieldMessages } from './field.tsx';
import styles from './field.module.css';

interface CheckboxProps {
  name: string;
  label: ReactNode;
  checked: boolean;
  /** True if only some of the items it represents are checked. */
  indeterminate?: boolean;
  /** `switch`: a setting that applies at once, outside a form. */
  look?: 'switch';
  onChange: (checked: boolean) => void;
  /** Value that a form sent without the app contains when this is ticked. */
  sends?: string | undefined;
  error?: string | undefined;
}

export function Checkbox({
  name,
  label,
  checked,
  indeterminate = false,
  look,
  onChange,
  sends,
  error,
}: CheckboxProps) {
  const id = `field-${name}`;
  return (
    <div className={styles.field}>
      <label className={styles.check} htmlFor={id}>
        <input
          {...describeControl(id, { error })}
          id={id}
          name={name}
          type="checkbox"
          role={look}
          className={look ? styles.switch : styles.box}
          value={sends}
          checked={checked}
          ref={(box) => {
            if (box) box.indeterminate = indeterminate;
          }}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <FieldMessages id={id} error={error} />
    </div>
  );
}
