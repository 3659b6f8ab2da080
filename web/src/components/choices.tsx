import { type RefObject, useId } from 'react';
import styles from './choices.module.css';
import { FieldMessages } from './field.tsx';

interface ChoicesProps<Value extends string> {
  /** Question; names the group. */
  label: string;
  name: string;
  choices: readonly { value: Value; label: string }[];
  value: Value | undefined;
  error?: string | undefined;
  groupRef?: RefObject<HTMLFieldSetElement | null>;
  onChange: (value: Value) => void;
}

/** Renders radio buttons, one per line. */
export function Choices<Value extends string>({
  label,
  name,
  choices,
  value,
  error,
  groupRef,
  onChange,
}: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset
      ref={groupRef}
      className={styles.choices}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{label}</legend>
      <FieldMessages id={id} error={error} />
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.dot}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
