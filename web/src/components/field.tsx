import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import styles from './field.module.css';

interface FieldTexts {
  label: string;
  note?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  id: string;
  children: ReactNode;
}

/** Renders a label above the control and a message below it. */
function Field({ id, label, note, error, children }: FieldProps) {
  return (
    <div className="flex-col gap-1">
      <label className="text-soft text-note font-semibold" htmlFor={id}>
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
      <p className="text-note text-error" id={`${id}-error`}>
        {error}
      </p>
    );
  }
  if (!note) return null;
  return (
    <div className="text-faint text-small" id={`${id}-note`}>
      {note}
    </div>
  );
}

/** Returns the attributes that link a control to its message. */
export function describeControl(id: string, { note, error }: Omit<FieldTexts, 'label'>) {
  const message = error ? `${id}-error` : note ? `${id}-note` : undefined;
  return { 'aria-describedby': message, 'aria-invalid': error ? true : undefined };
}

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
        <div className={`relative ${styles.line}`}>
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
    <div className="flex-col gap-1">
      <label className={`row gap-3 min-h-touch ${styles.check}`} htmlFor={id}>
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
    <fieldset ref={groupRef} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-note font-semibold pb-1">{label}</legend>
      <FieldMessages id={id} error={error} />
      {choices.map((choice) => (
        <label key={choice.value} className="row gap-3 min-h-touch">
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
