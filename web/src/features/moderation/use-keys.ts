import { useEffect, useEffectEvent } from 'react';

/** Calls the handler for every key, except those of fields and browser shortcuts. */
export function useKeys(hear: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    const field = target instanceof HTMLElement && target.closest('input, textarea, select');
    if (!field && !ctrlKey && !metaKey && !altKey) hear(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
