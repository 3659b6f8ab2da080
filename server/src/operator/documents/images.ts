import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { EVENT_IMAGE_WIDTH, IMAGE_BYTES_MAX, IMAGE_SIZES } from '@madang/contract/posts/rules';
import { encodeEventImage } from '../../features/bulletin/index.ts';
import { encodeUpload, type EncodedUpload } from '../../features/posts/index.ts';
import { ProblemError } from '../../http/problem.ts';
import { isEncodedImage, isEncodedPng } from '../../images/encode-image.ts';

/** Folder of the pictures next to the documents. */
export const IMAGE_FOLDER = 'images';

/** Extensions that exporting tools may add to pictures. */
const ENDINGS = ['', '.png', '.jpg', '.jpeg', '.webp', '.gif'];

/** A picture of a document, or the reason for its absence. */
export type FoundImage<Encoded> = { image: Encoded } | { problem: string };

/** Whether the reference contains the picture itself. */
export function isDataUrl(reference: string): boolean {
  return /^data:/i.test(reference);
}

/** Returns a contents list's picture by storage path, URL, or data URL. */
export async function findPostImage(folder: string, reference: string): Promise<FoundImage<EncodedUpload>> {
  if (isDataUrl(reference)) {
    const bytes = readDataUrl(reference);
    if (bytes.length > IMAGE_BYTES_MAX) return { problem: 'the image is too large' };
    return decode(() => encodeOnce(bytes));
  }
  const path = storagePath(reference);
  if (path === null || !path.startsWith('posts/')) return { problem: 'the image is no file of the storage' };
  for (const ending of ENDINGS) {
    const bytes = await readWithin(folder, `${path}${ending}`);
    if (bytes) return decode(() => encodeOnce(bytes));
  }
  return { problem: `there is no ${IMAGE_FOLDER}/${path}` };
}

/** Returns a base64 data URL's bytes; empty for other encodings. */
function readDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  return /;base64$/i.test(url.slice(0, comma))
    ? Buffer.from(url.slice(comma + 1), 'base64')
    : Buffer.alloc(0);
}

/** Keeps already encoded pictures: repeating would lose quality. */
async function encodeOnce(bytes: Buffer): Promise<EncodedUpload> {
  const encoded = await encodeUpload(bytes);
  if (!(await isEncodedImage(bytes, IMAGE_SIZES.large))) return encoded;
  return { small: encoded.small, large: { ...encoded.large, bytes } };
}

/** Returns an event's picture, or null. */
export async function findEventImage(folder: string, documentId: string): Promise<FoundImage<Buffer> | null> {
  const bytes = await readWithin(folder, eventImageFile(documentId));
  if (!bytes) return null;
  return decode(async () => {
    // Always decoded, to reject damaged pictures.
    const encoded = await encodeEventImage(bytes);
    return (await isEncodedPng(bytes, EVENT_IMAGE_WIDTH)) ? bytes : encoded;
  });
}

/** Returns an event picture's path, encoded: ids may contain any character. */
export function eventImageFile(documentId: string): string {
  return `EventImg/${encodeURIComponent(documentId)}.png`;
}

async function decode<Encoded>(work: () => Promise<Encoded>): Promise<FoundImage<Encoded>> {
  try {
    return { image: await work() };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { problem: 'the image cannot be read' };
  }
}

/** Download URLs contain the path as one encoded segment after `/o/`. */
function storagePath(reference: string): string | null {
  if (!/^https?:/.test(reference)) return reference;
  try {
    const { pathname } = new URL(reference);
    const segment = pathname.slice(pathname.lastIndexOf('/o/') + '/o/'.length);
    return pathname.includes('/o/') ? decodeURIComponent(segment) : null;
  } catch {
    return null;
  }
}

/** Reads a file in the folder; null if outside or too large. */
async function readWithin(folder: string, path: string): Promise<Buffer | null> {
  const root = join(folder, IMAGE_FOLDER) + sep;
  const file = normalize(join(root, path));
  if (!file.startsWith(root) || path.includes('\0')) return null;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size > IMAGE_BYTES_MAX) return null;
  return readFile(file);
}
