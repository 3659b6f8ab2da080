import { createHash } from 'node:crypto';
import { EVENT_IMAGE_WIDTH, IMAGE_PIXELS_MAX } from '@madang/contract/uploads/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { encodePng } from '../../platform/images/encode-image.ts';
import { cancelImageRemoval } from '../../platform/images/image-removals.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';

/** Where the image of an event or notice lies in the store [CA-07]. */
export function eventImageKey(eventId: string): string {
  return `EventImg/${eventId}.png`;
}

/**
 * An event's image out of a PNG or JPEG: re-encoded as PNG, nothing of the camera in it.
 *
 * @throws {ProblemError} `image.unreadable`, `image.tooLarge`.
 */
export async function encodeEventImage(bytes: Buffer): Promise<Buffer> {
  const image = await encodePng(bytes, { width: EVENT_IMAGE_WIDTH, pixelsMax: IMAGE_PIXELS_MAX });
  return image.bytes;
}

/** The same out of a stored upload. */
export async function encodeUploadedImage(webp: Buffer): Promise<Buffer> {
  const limits = { width: EVENT_IMAGE_WIDTH, pixelsMax: IMAGE_PIXELS_MAX, webp: true };
  return (await encodePng(webp, limits)).bytes;
}

/** Stores the image of an event or notice; last in the transaction that writes the row, so that a failing store undoes it. */
export async function putEntryImage(
  transaction: Transaction,
  images: ImageStore,
  id: string,
  png: Buffer,
): Promise<void> {
  await cancelImageRemoval(transaction, eventImageKey(id));
  await images.put(eventImageKey(id), png);
}

/** What an image is known by: of its bytes alone, and fit for an address. */
export function imageMark(png: Uint8Array): string {
  return createHash('sha256').update(png).digest('base64url').slice(0, 16);
}
