import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isMoving } from './moving.ts';

const frame = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();

/** A picture of so many frames. */
async function make(type: 'gif' | 'webp', frames: number): Promise<Blob> {
  const colours = ['#4c8a5e', '#8a4c5e', '#5e4c8a'].slice(0, frames);
  const pictures = await Promise.all(colours.map(frame));
  const joined = frames === 1 ? sharp(pictures[0]) : sharp(pictures, { join: { animated: true } });
  return new Blob([new Uint8Array(await joined[type]().toBuffer())]);
}

test('a GIF or WebP moves if it has several frames', async () => {
  for (const type of ['gif', 'webp'] as const)
    for (const frames of [1, 2, 3])
      expect([type, frames, await isMoving(await make(type, frames), type)]).toEqual([
        type,
        frames,
        frames > 1,
      ]);
});

test('a PNG moves if it says so in front of its pixels; a photo never does', async () => {
  const png = await frame('#4c8a5e');
  const control = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
  const moving = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
  expect(await isMoving(new Blob([new Uint8Array(png)]), 'png')).toBe(false);
  expect(await isMoving(new Blob([new Uint8Array(moving)]), 'png')).toBe(true);
  expect(await isMoving(new Blob([new Uint8Array(png)]), 'jpeg')).toBe(false);
});

test('a file that ends early does not move', async () => {
  for (const type of ['gif', 'webp'] as const) {
    const whole = await (await make(type, 2)).arrayBuffer();
    for (const length of [0, 6, 13, 14, 20])
      expect(await isMoving(new Blob([whole.slice(0, length)]), type)).toBe(false);
  }
  expect(await isMoving(new Blob([new Uint8Array(10)]), 'png')).toBe(false);
});
