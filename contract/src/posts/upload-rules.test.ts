import { expect, test } from 'vitest';
import {
  fitImage,
  IMAGE_SIZES,
  isImageBounded,
  PICTURE_DESCRIPTION_MAX,
  pictureDescriptionProblem,
  PICTURES_MAX,
  picturesProblem,
  pictureType,
} from '../posts/rules.ts';

const some = (count: number, description = '') =>
  Array.from({ length: count }, (_, place) => ({ uploadId: `upload-${place}`, description }));

test('[PI-04] a post has at most five pictures, each once', () => {
  expect(PICTURES_MAX).toBe(5);
  for (let count = 0; count <= PICTURES_MAX; count += 1) expect(picturesProblem(some(count))).toBeNull();
  expect(picturesProblem(some(6))).toBe('pictures.max');
  expect(picturesProblem([...some(2), ...some(1)])).toBe('invalid');
});

test('[PI-04] description: optional, at most 200 code points without the surrounding space', () => {
  const longest = '🦌'.repeat(PICTURE_DESCRIPTION_MAX);
  expect(pictureDescriptionProblem('')).toBeNull();
  expect(pictureDescriptionProblem(` ${longest}\n`)).toBeNull();
  expect(pictureDescriptionProblem(`${longest}.`)).toBe('tooLong');
  expect(picturesProblem([...some(2, longest)])).toBeNull();
  expect(picturesProblem([...some(2), { uploadId: 'long', description: `${longest}.` }])).toBe('tooLong');
});

test.each([
  ['photo', [4000, 3000], [1440, 1080]],
  ['upright photo', [3000, 4000], [1080, 1440]],
  ['screenshot', [1080, 2400], [1080, 2400]],
  ['tablet screenshot', [1600, 2560], [1080, 1728]],
  ['scroll capture', [1080, 10_800], [632, 6324]],
  ['long scroll capture', [1440, 21_000], [523, 7637]],
  ['timetable of a term', [10_800, 1080], [6324, 632]],
  ['small picture', [640, 480], [640, 480]],
  ['strip', [10, 20_000], [8, 16_000]],
  ['line', [1, 20_000], [1, 16_000]],
])('%s of %j: resized to %j, with readable text', (_, [width = 0, height = 0], [w, h]) => {
  const size = fitImage({ width, height }, IMAGE_SIZES.large);
  expect(size).toEqual({ width: w, height: h });
  // A size that fits stays unchanged.
  expect(fitImage(size, IMAGE_SIZES.large)).toEqual(size);
});

test('decoded pictures: limited in area and side', () => {
  expect(isImageBounded({ width: 5000, height: 5000 })).toBe(true);
  expect(isImageBounded({ width: 5001, height: 5000 })).toBe(false);
  expect(isImageBounded({ width: 20_001, height: 1 })).toBe(false);
});

test('picture: recognized by its bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const box = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0`;
  for (const [text, type] of [
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['RIFF\0\0\0\0WEBPVP8X', 'webp'],
    ['GIF89a', 'gif'],
    ...['heic', 'heix', 'heim', 'hevc', 'mif1', 'msf1', 'avif'].map((brand) => [box(brand), 'heif']),
    [box('mp42'), null],
    ['<svg', null],
    ['', null],
  ] as const)
    expect([text, pictureType(bytes(text ?? ''))]).toEqual([text, type]);
});
