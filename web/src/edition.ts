/** Whether the official edition is shown; undefined until the campus is known. */
let official: boolean | undefined;

/** Sets the displayed edition; called by the start gate with the campus answer. */
export function showEdition(isOfficial: boolean): void {
  official = isOfficial;
}

/** Returns the displayed edition's text. The build inserts this call for official texts (`vite.config.ts`). */
export const inWords = (beta: string, other: string): string => (official ? other : beta);

/** Returns the texts; each read returns the displayed edition's words. */
export function wordTexts<Key extends string>(
  beta: Readonly<Record<Key, string>>,
  other: Readonly<Partial<Record<Key, string>>>,
): Readonly<Record<Key, string>> {
  return new Proxy(beta, {
    get(_, key: Key) {
      const text = other[key];
      if (text === undefined) return beta[key];
      // A constant would keep the beta text: it is evaluated before the campus is known.
      if (official === undefined) throw new Error(`copy['${key}'] is read before the edition is known`);
      return inWords(beta[key], text);
    },
  });
}
