import { fitImage, IMAGE_SIZES, isImageBounded } from '@madang/contract/uploads/rules';

/** Half as long again as the server stores: what it makes of that looks the same. */
const { shortSide, area } = IMAGE_SIZES.large;
const BOUNDS = { shortSide: shortSide * 1.5, area: area * 1.5 ** 2 };
/** Below this a picture is sent as it is, in bytes. */
const SMALL_ENOUGH = 400_000;
const QUALITY = 0.85;

/**
 * Returns a smaller copy of a photo: a phone makes it in a moment, and a slow line takes many times that for the photo itself.
 * Returns the picture unchanged if it is small, or cannot be decoded here.
 *
 * @param always draws it again even if it is small: motion goes, and formats that the server does not read.
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
  // A JPEG knows no transparency: without this what can be seen through would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
