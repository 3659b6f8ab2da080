import { expect, test } from 'vitest';
import {
  PICTURE_DESCRIPTION_MAX,
  pictureDescriptionProblem,
  PICTURES_MAX,
  picturesProblem,
} from './rules.ts';

const some = (count: number, description = '') =>
  Array.from({ length: count }, (_, place) => ({ uploadId: `upload-${place}`, description }));

test('[PI-04] a post has at most five pictures, each once', () => {
  expect(PICTURES_MAX).toBe(5);
  for (let count = 0; count <= PICTURES_MAX; count += 1) expect(picturesProblem(some(count))).toBeNull();
  expect(picturesProblem(some(6))).toBe('pictures.max');
  expect(picturesProblem([...some(2), ...some(1)])).toBe('invalid');
});

test('[PI-04] a description may be left out, and has at most 200 code points beside the space around it', () => {
  const longest = '🦌'.repeat(PICTURE_DESCRIPTION_MAX);
  expect(pictureDescriptionProblem('')).toBeNull();
  expect(pictureDescriptionProblem(` ${longest}\n`)).toBeNull();
  expect(pictureDescriptionProblem(`${longest}.`)).toBe('tooLong');
  expect(picturesProblem([...some(2, longest)])).toBeNull();
  expect(picturesProblem([...some(2), { uploadId: 'long', description: `${longest}.` }])).toBe('tooLong');
});
