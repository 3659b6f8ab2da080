import { describeControl, Field, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

interface SelectFieldProps<Value extends string> extends FieldTexts {
  name: string;
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Renders a select with the phone's native list. */
export function SelectField<Value extends string>({
  label,
  note,
  error,
  name,
  choices,
  value,
  onChange,
}: SelectFieldProps<Value>) {
  const id = `field-${name}`;
  return (
    <Field id={id} label={label} note={note} error={error}>
      <select
        {...describeControl(id, { note, error })}
        id={id}
        name={name}
        className={styles.control}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
