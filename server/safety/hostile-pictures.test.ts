import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMAGE_PIXELS_MAX, IMAGE_SIZES } from '@madang/contract/posts/rules';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProblemError } from '../src/http/problem.ts';
import { encodeImage } from '../src/images/encode-image.ts';
import { sendHostilePictures, type HostilePictureReport } from '../testing/send-hostile-pictures.ts';

let folder: string;
let report: HostilePictureReport;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-pictures-'));
  report = await sendHostilePictures(join(folder, 'data'));
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('[SF-44] hostile pictures: none raises the memory of server and decoder by over 300 MB', () => {
  expect(report.alone).toHaveLength(32);
  expect(report.alone.filter(({ megabytes }) => megabytes > 300)).toEqual([]);
  expect(report.alone.filter(({ status }) => ![201, 413, 415, 422].includes(status))).toEqual([]);
});

test('sides, frames and passes beyond a photo’s: rejected by the header of the file', () => {
  const refused = report.alone.filter(({ status }) => status === 413).map(({ name }) => name);
  expect(refused).toEqual([
    '4,000,000 × 6 PNG',
    '6 × 4,000,000 PNG',
    '25,000,000 × 1 PNG',
    '1 × 25,000,000 PNG',
    '25,000 × 1,000 PNG',
    'RGBA PNG of 16 bits',
    'interlaced RGBA PNG of 16 bits',
    'progressive JPEG of 5,000 passes',
    '65,500 × 380 JPEG',
    '380 × 65,500 progressive JPEG',
    'GIF of 700,000 frames',
    'GIF of 60,000 × 60,000',
    'AVIF',
  ]);
});

test('eight hostile pictures at once: raise memory by at most 500 MB', () => {
  expect(report.together.megabytes).toBeLessThanOrEqual(500);
  expect([201, 413, 415, 422]).toContain(report.together.status);
});

test('[PI-04] five photos of nearly 10 MB at once: need hardly more memory than one', () => {
  const { one, five } = report.photos;
  expect([one.status, five.status]).toEqual([201, 201]);
  // Waiting files are held undecoded: at most four of 10 MB next to one or two being decoded.
  expect(five.megabytes).toBeLessThanOrEqual(one.megabytes + 150);
});

test('full queue: later pictures are rejected with a retry, and the others are served', async () => {
  const bytes = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#4c8a5e' } })
    .png()
    .toBuffer();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () =>
      encodeImage(bytes, { sizes: [IMAGE_SIZES.small], pixelsMax: IMAGE_PIXELS_MAX }),
    ),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  // Sixteen wait; one or two are being decoded, depending on the number of processors.
  expect([22, 23]).toContain(refusals.length);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({ code: 'server.unavailable', retryAfter: 5 });
  }
  expect(await encodeImage(bytes, { sizes: [IMAGE_SIZES.small], pixelsMax: IMAGE_PIXELS_MAX })).toHaveLength(
    1,
  );
});
