import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

export type FieldErrors<Values> = { [Name in keyof Values]?: string };

interface FormOptions<Values> {
  initial: Values;
  /** One sentence for each wrong field; in the order of `initial` the first gets the focus. */
  validate: (values: Values) => FieldErrors<Values>;
  /** Told when a check fails, before the fields are marked. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** Sends the form; what it returns are errors the server found. */
  submit: (values: Values) => Promise<FieldErrors<Values> | undefined>;
}

/** A message may move what stands below it: the tap that left the field must have landed by then. */
const CHECK_AFTER = 200;

/**
 * Enter in a field goes to the next one. In the last one it sends, as the browser does by itself, where that is
 * a single line of text; no Enter sends from the middle of a form.
 */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  // The Enter that ends a composition belongs to the input method; Safari tells it by the code alone.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return;
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLInputElement)) return;
  const fields = [...currentTarget.querySelectorAll<HTMLElement>('input, textarea')];
  const next = fields[fields.indexOf(target) + 1];
  if (!next && target.type !== 'checkbox') return;
  event.preventDefault();
  next?.focus();
}

/** Values, errors under their fields, and a guard: while one submit is in flight, further ones do nothing. */
export function useForm<Values extends Record<string, unknown>>(options: FormOptions<Values>) {
  const { initial, validate, onInvalid, submit } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const [focusTurn, setFocusTurn] = useState(0);

  // After the messages are painted, so that the field is announced together with its own.
  useEffect(() => {
    if (focusTurn === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [focusTurn]);

  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });

  /** What was typed is judged when it is left; what is still empty only when the form is sent. */
  function check(name: keyof Values): void {
    const now = latest.current;
    const found = now[name] === '' || now[name] === initial[name] ? undefined : validate(now)[name];
    if (found) setErrors((current) => ({ ...current, [name]: found }));
  }

  function fail(found: FieldErrors<Values>): void {
    setErrors(found);
    if (Object.keys(found).length > 0) setFocusTurn((turn) => turn + 1);
  }

  async function run(): Promise<void> {
    if (inFlight.current) return;
    const found = validate(values);
    if (Object.keys(found).length > 0) {
      onInvalid?.(found);
      fail(found);
      return;
    }
    inFlight.current = true;
    setBusy(true);
    setErrors({});
    try {
      fail((await submit(values)) ?? {});
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    errors,
    busy,
    form: {
      ref: form,
      noValidate: true,
      onKeyDown: goOnByEnter,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void run();
      },
    },
    set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
      setValues((current) => ({ ...current, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others as FieldErrors<Values>);
    },
    field<Name extends keyof Values & string>(name: Name) {
      return {
        name,
        value: values[name],
        error: errors[name],
        onChange: (value: Values[Name]) => this.set(name, value),
        onBlur: () => void setTimeout(check, CHECK_AFTER, name),
      };
    },
  };
}
