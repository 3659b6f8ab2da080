/** Whether the official edition is shown; nothing before the campus is known. */
let official: boolean | undefined;

/** Says which edition is shown; the gate of the app does, with what the server says of the campus. */
export function showEdition(isOfficial: boolean): void {
  official = isOfficial;
}

/** One text in both editions' words: this one's. The build puts it where an official text is used (`vite.config.ts`). */
export const inWords = (beta: string, other: string): string => (official ? other : beta);

/** The texts, each in the words of the edition that is shown when it is read. */
export function wordTexts<Key extends string>(
  beta: Readonly<Record<Key, string>>,
  other: Readonly<Partial<Record<Key, string>>>,
): Readonly<Record<Key, string>> {
  return new Proxy(beta, {
    get(_, key: Key) {
      const text = other[key];
      if (text === undefined) return beta[key];
      // A constant would keep the words of the beta edition: it is made before the campus is known.
      if (official === undefined) throw new Error(`copy['${key}'] is read before the edition is known`);
      return inWords(beta[key], text);
    },
  });
}
