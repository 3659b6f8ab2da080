import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A small file that is expensive to decode without checks. */
export interface HostilePicture {
  name: string;
  bytes: Buffer;
}

const BYTES_MAX = 10 * 1024 * 1024;

/** Returns an incompressible picture near the limits: nearly 10 MB and 20 megapixels. */
export async function makePhoto(): Promise<Buffer> {
  const [width, height] = [5_000, 4_000];
  const photo = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 85 })
    .toBuffer();
  if (photo.length < 0.8 * BYTES_MAX || photo.length > BYTES_MAX)
    throw new Error(`a photo of ${photo.length} bytes`);
  return photo;
}

/** Returns all of them: extreme sizes, deep and interlaced pixels, many passes and frames, inflating chunks. */
export async function makeHostilePictures(): Promise<HostilePicture[]> {
  const square = (channels: 3 | 4 = 3): Sharp =>
    sharp({ create: { width: 5_000, height: 5_000, channels, background: '#4c8a5e' } });
  const line = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: '#4c8a5e' } });
  const progressive = await square().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const small = await line(500, 500).png().toBuffer();
  const noise = Buffer.from(Array.from({ length: 16 * 16 * 3 * 500 }, (_, index) => (index * index) % 251));
  const pictures: [string, Buffer | Promise<Buffer>][] = [
    ['4,000,000 × 6 PNG', makePng(4_000_000, 6)],
    ['6 × 4,000,000 PNG', makePng(6, 4_000_000)],
    ['25,000,000 × 1 PNG', makePng(25_000_000, 1)],
    ['1 × 25,000,000 PNG', makePng(1, 25_000_000)],
    ['25,000 × 1,000 PNG', makePng(25_000, 1_000)],
    ['2,147,483,647 pixels to each side, PNG', makePng(2_147_483_647, 2_147_483_647, { rows: 4 })],
    ['RGBA PNG', makePng(5_000, 5_000, { type: 6 })],
    ['RGBA PNG of 16 bits', makePng(5_000, 5_000, { type: 6, depth: 16 })],
    ['interlaced RGBA PNG', square(4).png({ progressive: true }).toBuffer()],
    [
      'interlaced RGBA PNG of 16 bits',
      square(4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    ],
    ['interlaced RGB PNG of 16 bits, 12 megapixels', interlaced16(4_000, 3_000)],
    ...makeUnfolding(small),
    ['PNG of 400,000 chunks', addChunks(small, 400_000)],
    ['JPEG', square().jpeg().toBuffer()],
    ['progressive JPEG', progressive],
    ['progressive CMYK JPEG', square().toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()],
    ['progressive JPEG of 5,000 passes', addPasses(progressive, 5_000)],
    [
      'progressive JPEG turned by its EXIF',
      square().jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    ],
    ['65,500 × 380 JPEG', line(65_500, 380).jpeg().toBuffer()],
    ['380 × 65,500 progressive JPEG', line(380, 65_500).jpeg({ progressive: true }).toBuffer()],
    ['progressive JPEG cut in the middle', progressive.subarray(0, progressive.length >> 1)],
    ['lossless WebP', square(4).webp({ lossless: true, effort: 0 }).toBuffer()],
    ['16,383 × 1,500 WebP', line(16_383, 1_500).webp({ effort: 0 }).toBuffer()],
    ['WebP of 500 frames', animate(noise).webp({ effort: 0 }).toBuffer()],
    ['GIF', square().gif({ effort: 1 }).toBuffer()],
    ['GIF of 700,000 frames', makeGif(1, 1, 700_000)],
    ['GIF of 60,000 × 60,000', makeGif(60_000, 60_000, 1)],
    ['AVIF', square().avif({ effort: 0, quality: 20 }).toBuffer()],
    [
      'AVIF of 6 megapixels turned by its EXIF',
      line(3_000, 2_000).avif({ effort: 0, quality: 20 }).withMetadata({ orientation: 6 }).toBuffer(),
    ],
  ];
  const made = await Promise.all(pictures.map(async ([name, bytes]) => ({ name, bytes: await bytes })));
  for (const { name, bytes } of made) {
    if (bytes.length > BYTES_MAX)
      throw new Error(`${name}: ${bytes.length} bytes are refused before they are decoded`);
  }
  return made;
}

/** Returns PNGs below 400 KB with texts or a profile that inflate to 400 MB. */
export async function makeUnfoldingPictures(): Promise<HostilePicture[]> {
  const small = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#4c8a5e' } })
    .png()
    .toBuffer();
  return makeUnfolding(small).map(([name, bytes]) => ({ name, bytes }));
}

function makeUnfolding(small: Buffer): [string, Buffer][] {
  const bomb = deflateSync(Buffer.alloc(400_000_000));
  return [
    ['PNG whose text unfolds into 400 MB', addChunk(small, 'zTXt', Buffer.from('Comment\0\0'), bomb)],
    ['PNG whose colour profile unfolds into 400 MB', addChunk(small, 'iCCP', Buffer.from('icc\0\0'), bomb)],
    ['PNG of 50 compressed texts that unfold into 400 MB', addTexts(small, 'zTXt', '\0\0')],
    ['PNG of 50 international texts that unfold into 400 MB', addTexts(small, 'iTXt', '\0\x01\0\0\0')],
  ];
}

const animate = (raw: Buffer): Sharp =>
  sharp(raw, { raw: { width: 16, height: 16 * 500, channels: 3, pageHeight: 16 } });

const interlaced16 = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4c8a5e' } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer();

/** Returns a black PNG; type 2 is RGB, 6 is RGBA. With `rows` it contains only that many rows. */
function makePng(
  width: number,
  height: number,
  { type = 2, depth = 8, rows = height }: { type?: 2 | 6; depth?: 8 | 16; rows?: number } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, type, 0, 0, 0], 8);
  const row = rows === height ? 1 + width * (type === 6 ? 4 : 3) * (depth / 8) : 1_000;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', head),
    chunkOf('IDAT', deflateSync(Buffer.alloc(row * rows))),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), ...parts]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(body.length - 4, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** Length of the signature and IHDR of a PNG. */
const PNG_HEAD = 33;

function addChunk(png: Buffer, name: string, ...parts: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, PNG_HEAD), chunkOf(name, ...parts), png.subarray(PNG_HEAD)]);
}

/** Each text inflates to just under 8 MB, the decoders' limit for one, so none is refused alone. */
function addTexts(png: Buffer, name: string, divider: string): Buffer {
  const text = deflateSync(Buffer.alloc(7_990_000, 'a'), { level: 9 });
  const chunks = Array.from({ length: 50 }, (_, number) =>
    chunkOf(name, Buffer.from(`Comment ${number}${divider}`, 'latin1'), text),
  );
  return Buffer.concat([png.subarray(0, PNG_HEAD), ...chunks, png.subarray(PNG_HEAD)]);
}

function addChunks(png: Buffer, count: number): Buffer {
  const chunk = chunkOf('tEXt', Buffer.from('a\0b'));
  return Buffer.concat([
    png.subarray(0, PNG_HEAD),
    ...Array<Buffer>(count).fill(chunk),
    png.subarray(PNG_HEAD),
  ]);
}

/** Repeats the last pass, without content. */
function addPasses(jpeg: Buffer, count: number): Buffer {
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const pass = jpeg.subarray(last, jpeg.length - 2);
  // All passes together stay within the upload limit.
  const times = Math.min(count, Math.floor((BYTES_MAX - jpeg.length) / pass.length));
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(times).fill(pass), jpeg.subarray(-2)]);
}

function makeGif(width: number, height: number, frames: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const frame = Buffer.concat([
    Buffer.from(',\0\0\0\0', 'latin1'),
    size,
    Buffer.from('\0\x02\x01L\0', 'latin1'),
  ]);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from('\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from(';', 'latin1'),
  ]);
}
