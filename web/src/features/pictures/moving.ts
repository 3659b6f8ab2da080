import type { PictureType } from '@madang/contract/posts/rules';

const ANIMATION_FLAG = 0x02;

/** Whether a GIF, WebP or PNG has several frames, by its bytes. */
export async function isMoving(file: Blob, type: PictureType | null): Promise<boolean> {
  if (type === 'gif') return hasFrames(new Uint8Array(await file.arrayBuffer()));
  // Both formats store this flag before the pixels.
  const head = new Uint8Array(await file.slice(0, 64 * 1024).arrayBuffer());
  if (type === 'webp') return textAt(head, 12) === 'VP8X' && ((head[20] ?? 0) & ANIMATION_FLAG) > 0;
  return type === 'png' && hasAnimationControl(head);
}

const textAt = (bytes: Uint8Array, place: number): string =>
  String.fromCharCode(...bytes.subarray(place, place + 4));

function hasAnimationControl(png: Uint8Array): boolean {
  const view = new DataView(png.buffer);
  for (let place = 8; place + 8 <= png.length; place += 12 + view.getUint32(place)) {
    const chunk = textAt(png, place + 4);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

const [EXTENSION, FRAME] = [0x21, 0x2c];

/** Whether a GIF has a second frame. */
function hasFrames(gif: Uint8Array): boolean {
  const byteAt = (place: number): number => gif[place] ?? 0;
  const coloursAt = (place: number): number =>
    byteAt(place) & 0x80 ? 3 * 2 ** ((byteAt(place) & 0x07) + 1) : 0;
  let frames = 0;
  for (let place = 13 + coloursAt(10); place < gif.length;) {
    if (byteAt(place) === FRAME && ++frames > 1) return true;
    if (byteAt(place) !== FRAME && byteAt(place) !== EXTENSION) return false;
    place += byteAt(place) === FRAME ? 11 + coloursAt(place + 9) : 2;
    // Data sub-blocks each start with their length; an empty one ends the list.
    for (; byteAt(place) > 0; place += 1 + byteAt(place));
    place += 1;
  }
  return false;
}
