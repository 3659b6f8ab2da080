const KEY = 'sign-up';

/** Saved fields of a sign-up started in this tab. */
interface Typed {
  name: string;
  email: string;
  nickname: string;
}

/** Returns the fields typed before the reload. */
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

/** Stores the fields. A full or forbidden store loses them, but not the form. */
export function storeTyped(typed: Typed): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    return;
  }
}

/** Deletes the fields: the next person at this device must not see them. */
export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}
