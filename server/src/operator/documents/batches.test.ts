import { expect, test } from 'vitest';
import { inBatches, type Batching } from './import-stage.ts';

/** Returns the sizes of the items in each batch. */
async function batch(items: readonly number[], batching: Partial<Batching<number>>): Promise<number[][]> {
  async function* each() {
    yield* items;
  }
  const batches: number[][] = [];
  for await (const one of inBatches(each(), { size: 3, bytes: 100, bytesOf: (item) => item, ...batching }))
    batches.push(one);
  return batches;
}

test('a batch has limits of items and of bytes', async () => {
  expect(await batch([], {})).toEqual([]);
  expect(await batch([1, 1, 1, 1], {})).toEqual([[1, 1, 1], [1]]);
  expect(await batch([60, 40, 1, 50, 60], {})).toEqual([[60, 40], [1, 50], [60]]);
});

test('an item over the byte limit: alone in its batch', async () => {
  expect(await batch([1, 500, 500, 1], {})).toEqual([[1], [500], [500], [1]]);
});

test('related items: stay together, up to ten times both limits', async () => {
  const belong = () => true;
  expect(await batch(Array<number>(31).fill(1), { belong })).toEqual([Array(30).fill(1), [1]]);
  expect(await batch([900, 100, 1], { belong })).toEqual([[900, 100], [1]]);
});
