import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { readField } from './page.ts';
import { useWrite } from './use-write.ts';

export type FieldErrors<Values> = { [Name in keyof Values]?: string | undefined };

interface FormOptions<Values> {
  initial: Values;
  /** Initial errors: the form was sent without the app, and refused. */
  refused?: FieldErrors<Values> | undefined;
  /** Returns one sentence for each wrong field, in field order; the first gets the focus. */
  validate: (values: Values) => FieldErrors<Values>;
  /** Alert after a failed check; for an empty field `missing`, by default the first field's sentence. */
  alert?: string;
  missing?: string;
  send: (values: Values) => Promise<void>;
  /** Handles a failed submit, and returns the errors the server found. */
  onError: (error: unknown, values: Values) => FieldErrors<Values> | void;
}

/** Delay of a field's check: its message moves the content, so the tap must land first. */
const CHECK_AFTER = 200;

/**
 * Moves the focus to the next field on Enter. In a single-line last field the browser submits; elsewhere, or in sheets, Enter
 * never does.
 */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  // The input method handles the Enter that ends a composition; in Safari only the code shows it.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLInputElement)) return;
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, textarea')];
  const next = fields[fields.indexOf(target) + 1];
  if (!next && target.type !== 'checkbox' && !target.closest('dialog')) return;
  event.preventDefault();
  next?.focus();
}

export function firstError<Values>(errors: FieldErrors<Values>): string | undefined {
  return Object.values<string | undefined>(errors).find(Boolean);
}

/** Keeps the errors shown under the fields. */
function useErrors<Values>(form: RefObject<HTMLFormElement | null>, refused: FieldErrors<Values>) {
  const [errors, setErrors] = useState(refused);
  return {
    errors,
    setErrors,
    setError: (name: keyof Values, error?: string) => setErrors((current) => ({ ...current, [name]: error })),
    showErrors(found: FieldErrors<Values>): void {
      // Render before moving the focus: the field is then announced with its message.
      flushSync(() => setErrors(found));
      if (firstError(found)) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    },
  };
}

/** Like useTakeOver, for all fields at once. */
function useTakeOverFields<Values extends object>(
  form: RefObject<HTMLFormElement | null>,
  initial: Values,
  set: (name: keyof Values, value: never) => void,
): void {
  useLayoutEffect(() => {
    for (const field of (form.current?.elements ?? []) as Iterable<HTMLInputElement>) {
      const name = field.name as keyof Values;
      if (name in initial && readField(field) !== initial[name]) set(name, readField(field) as never);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Returns values, field errors and the submit handler, which ignores presses during a submit. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, refused = {}, validate, alert, missing, send, onError } = options;
  const [values, setValues] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  const { errors, setErrors, setError, showErrors } = useErrors<Values>(form, refused);
  const write = useWrite({ write: send, onError: (error, sent) => showErrors(onError(error, sent) ?? {}) });
  useTakeOverFields(form, initial, set);

  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });

  /** Checks a field when the user leaves it; an empty one only on submit. */
  function check(name: keyof Values): void {
    const now = latest.current;
    const found = now[name] === '' || now[name] === initial[name] ? undefined : validate(now)[name];
    if (found) setError(name, found);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (write.isSending()) return;
    const found = validate(values);
    const first = firstError(found);
    showErrors(found);
    if (first) write.tell(alert ?? ((Object.values(values).includes('') && missing) || first));
    else write.send(values);
  }

  function set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    setValues((current) => ({ ...current, [name]: value }));
    setError(name);
  }

  function field<Name extends keyof Values & string>(name: Name) {
    return {
      name,
      value: values[name],
      error: errors[name],
      onChange: (value: Values[Name]) => set(name, value),
      onBlur: () => void setTimeout(check, CHECK_AFTER, name),
    };
  }

  return {
    values,
    errors,
    busy: write.busy,
    // Before hydration the browser sends the form by POST, to keep values out of the address.
    form: { ref: form, noValidate: true, method: 'post', onKeyDown: goOnByEnter, onSubmit: submit },
    set,
    fill(all: Values): void {
      setValues(all);
      setErrors({});
    },
    field,
  };
}
