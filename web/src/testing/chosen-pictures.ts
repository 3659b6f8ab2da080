import { vi } from 'vitest';

const HEADS = {
  jpeg: '\xff\xd8\xff\xe0',
  png: '\x89PNG\r\n\x1a\n',
  gif: 'GIF89a\x01\x00\x01\x00\x00\x00\x00',
  heic: '\0\0\0\x18ftypheic',
};

/** Returns a file of `size` bytes that begins like a picture of this type. */
export function makeFile(type: keyof typeof HEADS, declared: string, size = 100): File {
  const bytes = new Uint8Array(size);
  bytes.set(Uint8Array.from(HEADS[type], (letter) => letter.charCodeAt(0)));
  return new File([bytes], `picture.${type}`, { type: declared });
}

/** Makes the simulated browser decode pictures as this size. Returns the sizes drawn on canvases. */
export function decodeAs(width: number, height: number): [number, number][] {
  const drawn: [number, number][] = [];
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => {} }));
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockResolvedValue(undefined);
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, 'getContext').mockReturnValue({ fillRect() {}, drawImage() {} } as never);
  vi.spyOn(canvas, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, give) {
    drawn.push([this.width, this.height]);
    give(new Blob(['drawn'], { type: 'image/jpeg' }));
  });
  return drawn;
}
