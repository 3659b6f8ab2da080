import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { showEdition } from '../../edition.ts';
import { decodeAs, makeFile } from '../../testing/chosen-pictures.ts';
import { preparePicture } from './prepare-picture.ts';

beforeAll(() => showEdition(true));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const MB = 1024 * 1024;

test('photo of 12 MB: reduced before its size is checked', async () => {
  const drawn = decodeAs(4000, 3000);
  const { picture, problem } = await preparePicture(makeFile('jpeg', 'image/jpeg', 12 * MB));
  expect([drawn, picture.type, problem]).toEqual([[[2160, 1620]], 'image/jpeg', null]);
});

test('picture with too many pixels: reduced, however few bytes it has', async () => {
  const drawn = decodeAs(1440, 21_000);
  expect((await preparePicture(makeFile('png', 'image/png'))).problem).toBeNull();
  expect(drawn).toEqual([[785, 11_456]]);
  expect((await preparePicture(makeFile('png', 'image/png'))).picture.type).toBe('image/jpeg');
});

test('small picture: sent unchanged, whatever its declared type', async () => {
  const drawn = decodeAs(1080, 2400);
  for (const type of ['image/jpeg', 'image/heif', 'application/octet-stream', '']) {
    const file = makeFile('jpeg', type);
    expect(await preparePicture(file)).toEqual({ picture: file, problem: null, moving: false });
  }
  expect(drawn).toEqual([]);
});

test('unreadable file: refused', async () => {
  const file = makeFile('jpeg', 'image/jpeg');
  vi.spyOn(file, 'slice').mockImplementation(() => {
    throw new DOMException('gone', 'NotReadableError');
  });
  expect((await preparePicture(file)).problem).toBe('읽을 수 없는 이미지예요. 다른 이미지를 골라 주세요.');
});

test('animated picture: sent as a still one', async () => {
  decodeAs(1, 1);
  const bytes = new Uint8Array([...'GIF89a\x01\0\x01\0\0\0\0'].map((letter) => letter.charCodeAt(0)));
  const frame = new Uint8Array([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0, 0]);
  const moving = await preparePicture(new File([bytes, frame, frame], 'a.gif', { type: 'image/gif' }));
  expect([moving.moving, moving.picture.type, moving.problem]).toEqual([true, 'image/jpeg', null]);
});

test('HEIC: converted if the browser reads it; otherwise explains how to send a JPEG', async () => {
  decodeAs(4000, 3000);
  for (const type of ['image/heic', 'image/heif', 'application/octet-stream', ''])
    expect((await preparePicture(makeFile('heic', type))).picture.type).toBe('image/jpeg');
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not here')));
  for (const [type, size] of [
    ['image/heic', 100],
    ['', 12 * MB],
    ['image/jpeg', 100],
  ] as const)
    expect((await preparePicture(makeFile('heic', type, size))).problem).toMatch(/HEIC.*갤럭시.*아이폰/);
});

test('file that is not a picture: refused without decoding', async () => {
  const decode = vi.fn<() => void>();
  vi.stubGlobal('createImageBitmap', decode);
  const { problem } = await preparePicture(new File(['%PDF-1.7'], 'notes.pdf', { type: 'application/pdf' }));
  expect([problem, decode.mock.calls]).toEqual(['이미지 파일만 첨부할 수 있어요.', []]);
});
