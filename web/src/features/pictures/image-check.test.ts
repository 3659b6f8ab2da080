import { beforeAll, expect, it } from 'vitest';
import { showEdition } from '../../edition.ts';
import { findImageProblem, findPixelProblem } from './image-check.ts';

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

it('takes a picture of any name and type by its bytes, up to 10 MB', () => {
  for (const type of ['', 'application/octet-stream', 'image/pjpeg']) {
    expect(findImageProblem('a', { type, size: 1 }, 'jpeg')).toBeNull();
    expect(findImageProblem('a', { type, size: 10 * MB + 1 }, 'jpeg')).toBe(
      '이미지는 10MB까지 첨부할 수 있습니다.',
    );
  }
});

it('bounds the pixels', () => {
  expect(findPixelProblem(5000, 5000)).toBeNull();
  expect(findPixelProblem(5001, 5000)).not.toBeNull();
  expect(findPixelProblem(20_001, 10)).not.toBeNull();
});
