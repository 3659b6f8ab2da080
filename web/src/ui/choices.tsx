import styles from './choices.module.css';

interface ChoicesProps<Value extends string> {
  /** What is asked; the group's name. */
  label: string;
  name: string;
  choices: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** One of several, each a line to tap. */
export function Choices<Value extends string>({
  label,
  name,
  choices,
  value,
  onChange,
}: ChoicesProps<Value>) {
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{label}</legend>
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
