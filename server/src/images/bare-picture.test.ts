import { pictureType } from '@madang/contract/posts/rules';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeUnfoldingPictures } from '../../testing/hostile-pictures.ts';
import { barePicture } from './bare-picture.ts';

const SIDES = { width: 24, height: 16 };
const WORDS = 'where it was taken';

/** Returns an image with four different corners, to distinguish every rotation. */
const drawing = () =>
  sharp({ create: { ...SIDES, channels: 3, background: '#4c8a5e' } }).composite([
    { input: { create: { width: 6, height: 4, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
    { input: { create: { width: 9, height: 4, channels: 3, background: '#0000ff' } }, left: 15, top: 0 },
  ]);

const encoders = {
  jpeg: () => drawing().jpeg({ quality: 95 }),
  png: () => drawing().png(),
  webp: () => drawing().webp({ lossless: true }),
} as const;

const bare = (bytes: Buffer): Buffer => {
  const type = pictureType(bytes);
  if (type === null) throw new Error('not a picture');
  return barePicture(bytes, type);
};

const pixelsOf = (bytes: Buffer) => sharp(bytes).rotate().raw().toBuffer({ resolveWithObject: true });

describe.each(['jpeg', 'png', 'webp'] as const)('a bare %s', (format) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('is turned as before, orientation %i', async (orientation) => {
    const bytes = await encoders[format]().withMetadata({ orientation }).toBuffer();
    const [before, after] = [await pixelsOf(bytes), await pixelsOf(bare(bytes))];
    expect(after.info).toEqual(before.info);
    expect(after.data.equals(before.data)).toBe(true);
    expect(after.info.width).toBe(orientation < 5 ? SIDES.width : SIDES.height);
  });

  test('has the words of the camera no more, and the same pixels', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${WORDS}</x:xmpmeta>`;
    const bytes = await encoders[format]()
      .withExif({ IFD0: { Artist: WORDS } })
      .withXmp(xmp)
      .toBuffer();
    expect(bytes.includes(WORDS)).toBe(true);
    const after = bare(bytes);
    expect(after.includes(WORDS)).toBe(false);
    const found = await sharp(after).metadata();
    expect([found.exif, found.xmp, found.comments]).toEqual([undefined, undefined, undefined]);
    expect((await pixelsOf(after)).data.equals((await pixelsOf(bytes)).data)).toBe(true);
  });

  test('keeps a small colour profile, without which a phone’s photo has other colours', async () => {
    const bytes = await encoders[format]().withIccProfile('p3').toBuffer();
    expect((await sharp(bare(bytes)).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
  });

  test('is unchanged when stripped again, and the input stays unchanged', async () => {
    const bytes = await encoders[format]().withMetadata({ orientation: 6 }).toBuffer();
    const copy = Buffer.from(bytes);
    const once = bare(bytes);
    expect(bytes.equals(copy)).toBe(true);
    expect(bare(once).equals(once)).toBe(true);
  });

  test('may be cut off anywhere: what is left is no larger, and nothing throws', async () => {
    const bytes = await encoders[format]().withMetadata({ orientation: 6 }).withIccProfile('p3').toBuffer();
    for (let length = 12; length < bytes.length; length += 1)
      expect(bare(bytes.subarray(0, length)).length).toBeLessThanOrEqual(bytes.length + 40);
  });
});

test('keeps printer colours and transparency', async () => {
  const printed = await drawing().toColourspace('cmyk').jpeg().toBuffer();
  expect((await sharp(bare(printed)).metadata()).space).toBe('cmyk');
  for (const format of ['png', 'webp', 'gif'] as const) {
    const clear = await sharp({ create: { ...SIDES, channels: 4, background: '#00000000' } })
      .composite([{ input: await encoders.png().toBuffer(), left: 0, top: 0 }])
      .resize(48, 32, { fit: 'contain', background: '#00000000' })
      .png({ palette: true })
      .toFormat(format)
      .toBuffer();
    expect((await pixelsOf(bare(clear))).data.equals((await pixelsOf(clear)).data)).toBe(true);
  }
});

test('animated picture: becomes its first frame', async () => {
  const frames = Buffer.concat([Buffer.alloc(16 * 16 * 3, 200), Buffer.alloc(16 * 16 * 3, 90)]);
  const raw = { width: 16, height: 32, channels: 3, pageHeight: 16 } as const;
  for (const format of ['gif', 'webp'] as const) {
    const bytes = await sharp(frames, { raw }).toFormat(format, { loop: 3 }).toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const after = bare(bytes);
    expect((await sharp(after).metadata()).pages ?? 1).toBe(1);
    expect((await pixelsOf(after)).data.equals((await pixelsOf(bytes)).data)).toBe(true);
  }
});

test('text that decompresses into megabytes: removed before any decoder reads it', async () => {
  const unfolding = await makeUnfoldingPictures();
  expect(unfolding).toHaveLength(4);
  for (const { bytes } of unfolding) expect(bare(bytes).length).toBeLessThan(5_000);
});
