import { useEffect, useEffectEvent } from 'react';

/** Hears every key but those that belong to a field, or to the browser. */
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
