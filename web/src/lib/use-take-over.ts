import { useLayoutEffect } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Returns the text of a field, or whether it is ticked. */
export function readField(field: Field): string | boolean {
  return field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value;
}

/**
 * Keeps a field's input from before hydration, which React would erase.
 *
 * @param id of the input, the checkbox or the text area.
 */
export function useTakeOver<Value extends string | boolean>(
  id: string,
  value: Value,
  take: (typed: Value) => void,
): void {
  useLayoutEffect(() => {
    const field = document.getElementById(id) as Field | null;
    const typed = field ? readField(field) : value;
    if (typed !== value) take(typed as Value);
    // Once: from then on the field and the app hold the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
