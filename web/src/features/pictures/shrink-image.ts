import { fitImage, IMAGE_SIZES, isImageBounded } from '@madang/contract/posts/rules';

/** 1.5 times the server's stored size: the server's result looks the same. */
const { shortSide, area } = IMAGE_SIZES.large;
const BOUNDS = { shortSide: shortSide * 1.5, area: area * 1.5 ** 2 };
/** Size in bytes up to which a picture is sent unchanged. */
const SMALL_ENOUGH = 400_000;
const QUALITY = 0.85;

/**
 * Returns a smaller copy of a photo: shrinking is faster than sending the original over a slow line. Returns small or
 * undecodable pictures unchanged.
 *
 * @param always re-encodes even a small picture: removes animation, and formats that the server does not read.
 */
export async function shrinkImage(file: Blob, always = false): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file);
    const isSmall = file.size <= SMALL_ENOUGH && isImageBounded(bitmap);
    const smaller = isSmall && !always ? null : await draw(bitmap);
    const isNeeded = always || !isImageBounded(bitmap);
    bitmap.close();
    return smaller && (isNeeded || smaller.size < file.size) ? smaller : file;
  } catch {
    return file;
  }
}

async function draw(bitmap: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitImage(bitmap, BOUNDS));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // A JPEG has no transparency: transparent areas would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
