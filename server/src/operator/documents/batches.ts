/**
 * The items in arrays of at least `size`, the last one excepted; items that `belong` together with the one
 * before stay in one array, up to ten times its size.
 */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
  belong: (item: Item, before: Item) => boolean = () => false,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    const before = batch.at(-1);
    const full = batch.length >= size && before !== undefined;
    if (full && (batch.length >= size * 10 || !belong(item, before))) {
      yield batch;
      batch = [];
    }
    batch.push(item);
  }
  if (batch.length > 0) yield batch;
}
