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
import { readField } from './use-take-over.ts';
import { useWrite } from './use-write.ts';

export type FieldErrors<Values> = { [Name in keyof Values]?: string | undefined };

interface FormOptions<Values> {
  initial: Values;
  /** Errors that it begins with: it was sent without the app, and refused. */
  refused?: FieldErrors<Values> | undefined;
  /** One sentence for each wrong field, in the order of the fields: the first gets the focus. */
  validate: (values: Values) => FieldErrors<Values>;
  /** What a failed check says: this, or where a field is empty `missing`, else the first field's sentence. */
  alert?: string;
  missing?: string;
  send: (values: Values) => Promise<void>;
  /** Hears why sending failed; what it returns are errors the server found. */
  onError: (error: unknown, values: Values) => FieldErrors<Values> | void;
}

/** A message may move what stands below it: the tap that left the field must have landed by then. */
const CHECK_AFTER = 200;

/**
 * Enter in a field goes to the next one. In the last one it sends, as the browser does by itself, where that is
 * a single line of text; no Enter sends from the middle of a form, or from a sheet of it.
 */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  // The Enter that ends a composition belongs to the input method; Safari tells it by the code alone.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLInputElement)) return;
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, textarea')];
  const next = fields[fields.indexOf(target) + 1];
  if (!next && target.type !== 'checkbox' && !target.closest('dialog')) return;
  event.preventDefault();
  next?.focus();
}

/** The first that is wrong, if any is. */
export function firstError<Values>(errors: FieldErrors<Values>): string | undefined {
  return Object.values<string | undefined>(errors).find(Boolean);
}

/** What is wrong, to be said under the fields. */
function useErrors<Values>(form: RefObject<HTMLFormElement | null>, refused: FieldErrors<Values>) {
  const [errors, setErrors] = useState(refused);
  return {
    errors,
    setErrors,
    setError: (name: keyof Values, error?: string) => setErrors((current) => ({ ...current, [name]: error })),
    showErrors(found: FieldErrors<Values>): void {
      // Shown before the focus moves: the field is then announced together with its message.
      flushSync(() => setErrors(found));
      if (firstError(found)) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    },
  };
}

/** As useTakeOver, for all fields at once. */
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

/** Values, errors under their fields, and what sends them: while one submit is under way, further ones do nothing. */
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

  /** What was typed is judged when it is left; what is still empty only when the form is sent. */
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
    // Before the app runs a form is sent as it is: by POST, or what it holds would stand in the address.
    form: { ref: form, noValidate: true, method: 'post', onKeyDown: goOnByEnter, onSubmit: submit },
    set,
    /** Sets all of them. */
    fill(all: Values): void {
      setValues(all);
      setErrors({});
    },
    field,
  };
}
