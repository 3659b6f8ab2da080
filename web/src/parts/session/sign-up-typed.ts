const KEY = 'sign-up';

/** What is kept of a sign-up that was begun in this tab. */
interface Typed {
  name: string;
  email: string;
  nickname: string;
}

/** Returns what was typed before the page was loaded again. */
export function readTyped(): Partial<Typed> {
  try {
    const { name, email, nickname } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<
      string,
      unknown
    >;
    const texts = Object.entries({ name, email, nickname }).filter(([, text]) => typeof text === 'string');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** In a full or forbidden store it is lost, but not in the form. */
export function storeTyped(typed: Typed): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    return;
  }
}

/** It is not for the next person at this device. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}
