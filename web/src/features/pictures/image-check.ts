import { IMAGE_BYTES_MAX, IMAGE_TYPES, isImageBounded, type PictureType } from '@madang/contract/posts/rules';
import { copy } from '../../copy.ko.ts';

const HEIC_NAME = /\.hei[cf]$/i;

/** Types for the file dialog; phones without a type for HEIC need its extension. */
export const IMAGE_ACCEPT = [...IMAGE_TYPES, '.heic', '.heif'].join(',');

/** Returns why a file cannot be attached, or null. Bytes, type or name make it a picture. */
export function findImageProblem(
  name: string,
  { type, size }: { type: string; size: number },
  byBytes: PictureType | null = null,
): string | null {
  const known = byBytes !== null || IMAGE_TYPES.includes(type) || (type === '' && HEIC_NAME.test(name));
  if (!known) return copy['error.image'];
  return size > IMAGE_BYTES_MAX ? copy['error.image.size'] : null;
}

export function findPixelProblem(width: number, height: number): string | null {
  return isImageBounded({ width, height }) ? null : copy['error.image.pixels'];
}

/** Returns why a picture cannot be decoded, or null. */
export async function findDecodingProblem(file: Blob): Promise<string | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return findPixelProblem(image.naturalWidth, image.naturalHeight);
  } catch {
    return copy['error.image.unreadable'];
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
