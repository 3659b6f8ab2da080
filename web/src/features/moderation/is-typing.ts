/** Keys that belong to a field, or to the browser. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const field = target instanceof HTMLElement && target.closest('input, textarea, select');
  return Boolean(field) || ctrlKey || metaKey || altKey;
}
