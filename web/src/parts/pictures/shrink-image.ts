import { IMAGE_WIDTHS } from '@madang/contract/uploads/rules';

/** Half as long again as the server stores: what it makes of that looks the same. */
const LONGEST = IMAGE_WIDTHS.large * 1.5;
/** Below this a picture is sent as it is, in bytes. */
const SMALL_ENOUGH = 400_000;
const QUALITY = 0.85;

/**
 * A smaller copy of a photo: a phone makes it in a moment, and a slow line takes many times that for the photo itself. The
 * picture as it is where it is small, moves (GIF), or cannot be decoded here (HEIC outside Safari): the server takes it too.
 */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_ENOUGH || file.type === 'image/gif') return file;
  try {
    const bitmap = await createImageBitmap(file);
    const factor = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * factor);
    canvas.height = Math.round(bitmap.height * factor);
    const context = canvas.getContext('2d');
    if (!context) return file;
    // A JPEG knows no transparency: without this what can be seen through would be black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const smaller = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', QUALITY),
    );
    return smaller && smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}
