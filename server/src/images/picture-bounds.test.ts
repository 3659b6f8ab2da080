import type { PictureType } from '@madang/contract/posts/rules';
import type { Metadata } from 'sharp';
import { expect, test } from 'vitest';
import { requireBounded } from './picture-bounds.ts';

const isBounded = (megapixels: number, type: PictureType, head: Partial<Metadata> = {}, size = 1_000_000) => {
  const dimensions = { width: 2_000, height: megapixels * 500 };
  try {
    requireBounded({ ...dimensions, ...head } as Metadata, { type, size }, 25_000_000);
    return true;
  } catch {
    return false;
  }
};

test('[SF-46] picture: limited in pixels and bytes by its format’s decoding time and memory', () => {
  const av1 = { compression: 'av1' } as const;
  expect([isBounded(25, 'jpeg'), isBounded(26, 'jpeg')]).toEqual([true, false]);
  expect([isBounded(12, 'png', { depth: 'ushort' }), isBounded(13, 'png', { depth: 'ushort' })]).toEqual([
    true,
    false,
  ]);
  expect([isBounded(12, 'heif'), isBounded(13, 'heif')]).toEqual([true, false]);
  expect([isBounded(6, 'heif', av1), isBounded(7, 'heif', av1)]).toEqual([true, false]);
  expect([
    isBounded(3, 'heif', { ...av1, depth: 'ushort' }),
    isBounded(4, 'heif', { ...av1, depth: 'ushort' }),
  ]).toEqual([true, false]);
  expect(isBounded(1, 'heif', av1, 5_000_000)).toBe(false);
});
