import { beforeAll, expect, it, test } from 'vitest';
import { showEdition } from '../../edition.ts';
import { findImageProblem, findPixelProblem, isMoving } from './prepare-picture.ts';

beforeAll(() => showEdition(false));

const MB = 1024 * 1024;

it.each([
  ['a.jpg', 'image/jpeg', 10 * MB, null],
  ['a.heic', '', 1, null],
  ['a.HEIC', 'image/heic', 1, null],
  ['a.heif', '', 1, null],
  ['a', 'image/heif', 1, null],
  ['a.svg', 'image/svg+xml', 1, '이미지 파일만 첨부할 수 있습니다.'],
  ['a.pdf', 'application/pdf', 1, '이미지 파일만 첨부할 수 있습니다.'],
  ['a', '', 1, '이미지 파일만 첨부할 수 있습니다.'],
  ['a.png', 'image/png', 10 * MB + 1, '이미지는 10MB까지 첨부할 수 있습니다.'],
])('%s of type %j with %d bytes: %s', (name, type, size, problem) => {
  expect(findImageProblem(name, { type, size })).toBe(problem);
});

it('accepts pictures of any name and type by their bytes, up to 10 MB', () => {
  for (const type of ['', 'application/octet-stream', 'image/pjpeg']) {
    expect(findImageProblem('a', { type, size: 1 }, 'jpeg')).toBeNull();
    expect(findImageProblem('a', { type, size: 10 * MB + 1 }, 'jpeg')).toBe(
      '이미지는 10MB까지 첨부할 수 있습니다.',
    );
  }
});

it('limits the pixels', () => {
  expect(findPixelProblem(5000, 5000)).toBeNull();
  expect(findPixelProblem(5001, 5000)).not.toBeNull();
  expect(findPixelProblem(20_001, 10)).not.toBeNull();
});

const bytesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const blobOf = (...parts: number[][]) => new Blob([new Uint8Array(parts.flat())]);

/** One pixel: eight global colours, then frames with a comment and a delay each, the last with local colours. */
const colours = Array.from({ length: 24 }, () => 7);
const comment = [0x21, 0xfe, 3, ...bytesOf('abc'), 0];
const delay = [0x21, 0xf9, 4, 0, 9, 0, 0, 0];
const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
const own = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x82, ...colours, 2, 2, 0x44, 1, 0];
const gif = (...frames: number[][]) => [
  ...bytesOf('GIF89a'),
  1,
  0,
  1,
  0,
  0x82,
  0,
  0,
  ...colours,
  ...frames.flatMap((one) => [...comment, ...delay, ...one]),
  0x3b,
];

test('GIF: animated if it has a second frame', async () => {
  for (const [picture, moves] of [
    [gif(frame), false],
    [gif(own), false],
    [gif(frame, frame), true],
    [gif(own, frame, own), true],
    // Data after the end, or cut off, does not count.
    [[...gif(frame), ...frame], false],
    [gif(own, frame).slice(0, 60), false],
    [bytesOf('GIF8'), false],
  ] as const)
    expect([picture.length, await isMoving(blobOf([...picture]), 'gif')]).toEqual([picture.length, moves]);
});

test('WebP and PNG: animation detected from the header; photos never', async () => {
  const webp = (kind: string, flags: number) =>
    blobOf(bytesOf(`RIFF\0\0\0\0WEBP${kind}\x0a\0\0\0`), [flags, 0, 0, 0]);
  expect(await isMoving(webp('VP8X', 0x02), 'webp')).toBe(true);
  expect(await isMoving(webp('VP8X', 0x10), 'webp')).toBe(false);
  expect(await isMoving(webp('VP8 ', 0x02), 'webp')).toBe(false);

  const chunk = (name: string, length: number) => [
    0,
    0,
    0,
    length,
    ...bytesOf(name),
    ...Array.from({ length: length + 4 }, () => 0),
  ];
  const png = (...names: string[]) =>
    blobOf(bytesOf('\x89PNG\r\n\x1a\n'), ...names.map((name) => chunk(name, 8)));
  expect(await isMoving(png('IHDR', 'acTL', 'IDAT'), 'png')).toBe(true);
  expect(await isMoving(png('IHDR', 'IDAT', 'acTL'), 'png')).toBe(false);
  expect(await isMoving(blobOf([1, 2, 3]), 'png')).toBe(false);
  expect(await isMoving(blobOf(gif(frame, frame)), 'jpeg')).toBe(false);
});
