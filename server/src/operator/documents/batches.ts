/** Items in arrays: how many go together, and which must. */
export interface Batching<Item> {
  size: number;
  /** Whether an item must be in the array of the one before; up to ten times the size. */
  belong?: ((item: Item, before: Item) => boolean) | undefined;
  /** As how many items one counts; 1 where it is left out. */
  weigh?: ((item: Item) => number) | undefined;
}

/** The items in arrays of at least `size`, the last one excepted. */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  { size, belong = () => false, weigh = () => 1 }: Batching<Item>,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let weight = 0;
  for await (const item of items) {
    const before = batch.at(-1);
    const full = weight >= size && before !== undefined;
    if (full && (weight >= size * 10 || !belong(item, before))) {
      yield batch;
      batch = [];
      weight = 0;
    }
    batch.push(item);
    weight += weigh(item);
  }
  if (batch.length > 0) yield batch;
}
