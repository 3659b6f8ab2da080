/** Items in arrays: how many go together, and which must. */
export interface Batching<Item> {
  /** At most so many items, */
  size: number;
  /** and so many bytes, unless one alone has more. */
  bytes: number;
  bytesOf: (item: Item) => number;
  /** Whether an item must be in the array of the one before; up to ten times of both. */
  belong?: ((item: Item, before: Item) => boolean) | undefined;
}

/** The items in arrays as large as they may be. */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  { size, bytes, bytesOf, belong = () => false }: Batching<Item>,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let sum = 0;
  for await (const item of items) {
    const more = bytesOf(item);
    const before = batch.at(-1);
    if (before !== undefined) {
      const times = belong(item, before) ? 10 : 1;
      if (batch.length >= size * times || sum + more > bytes * times) {
        yield batch;
        batch = [];
        sum = 0;
      }
    }
    batch.push(item);
    sum += more;
  }
  if (batch.length > 0) yield batch;
}
