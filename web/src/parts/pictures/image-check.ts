import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_TYPES } from '@madang/contract/uploads/rules';
import { copy } from '../../copy.ko.ts';

const types: readonly string[] = IMAGE_TYPES;

/** What the file dialog offers; phones without a type for HEIC know it by its ending. */
export const IMAGE_ACCEPT = [...IMAGE_TYPES, '.heic'].join(',');

/** Why a file of this name cannot be attached, or null; the server looks at the bytes again. */
export function findImageProblem(
  name: string,
  { type, size }: { type: string; size: number },
): string | null {
  const known = types.includes(type) || (type === '' && /\.heic$/i.test(name));
  if (!known) return copy['error.image'];
  return size > IMAGE_BYTES_MAX ? copy['error.image.size'] : null;
}

export function findPixelProblem(width: number, height: number): string | null {
  return width * height > IMAGE_PIXELS_MAX ? copy['error.image.pixels'] : null;
}

/** Decodes what was chosen. HEIC, which few browsers read, is left to the server. */
export async function findDecodingProblem(name: string, file: Blob): Promise<string | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return findPixelProblem(image.naturalWidth, image.naturalHeight);
  } catch {
    return /heic$/i.test(file.type || name) ? null : copy['error.image.unreadable'];
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
