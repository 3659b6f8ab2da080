import { IMAGE_SIZES } from '@madang/contract/posts/rules';
import { afterEach, expect, test, vi } from 'vitest';
import { ProblemError } from '../http/problem.ts';
import { countDecoders, encodeImage } from './encode-image.ts';

/** Decodes nothing until it is stopped. */
const { SlowDecoder } = vi.hoisted(() => ({
  SlowDecoder: class {
    stop = () => {};
    run = () =>
      new Promise((_, reject) => {
        this.stop = () => reject(new ProblemError('server.unavailable', { retryAfter: 5 }));
      });
  },
}));
vi.mock('./decoder-process.ts', () => ({ DecoderProcess: SlowDecoder }));
afterEach(() => void vi.useRealTimers());

test('decoder of an unverified account: stopped after half a second if a verified student waits', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const outcomes: string[] = [];
  const encode = (student: string, last: boolean) =>
    encodeImage(
      Buffer.alloc(0),
      { sizes: [IMAGE_SIZES.small], pixelsMax: 1 },
      { student, client: '', last },
    ).then(
      () => outcomes.push(`${student} encoded`),
      ({ code }: ProblemError) => outcomes.push(`${student} ${code}`),
    );
  void encode('unverified', true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcomes).toEqual([]);
  // More than the number of decoders.
  for (let number = 0; number < 16; number += 1) void encode(`verified ${number}`, false);
  await vi.advanceTimersByTimeAsync(500);
  expect(outcomes).toEqual(['unverified server.unavailable']);
});

test('decoders: one per core but one, at most two unless memory allows more', () => {
  const gigabyte = 1_000_000_000;
  expect(countDecoders(1, 2 * gigabyte)).toBe(1);
  expect(countDecoders(2, 64 * gigabyte)).toBe(1);
  expect(countDecoders(8, gigabyte)).toBe(2);
  expect(countDecoders(8, 4 * gigabyte)).toBe(4);
  expect(countDecoders(8, 64 * gigabyte)).toBe(7);
});
