/** So many pictures are under way at once. */
const AT_ONCE = 8;

/** Does the work for every key, a few at a time, in their order; ends with the first that fails. */
export async function eachImage(
  keys: readonly string[],
  work: (key: string) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < keys.length; from += AT_ONCE)
    await Promise.all(keys.slice(from, from + AT_ONCE).map(work));
}
