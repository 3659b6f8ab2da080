import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { EVENT_IMAGE_WIDTH, IMAGE_BYTES_MAX, IMAGE_SIZES } from '@madang/contract/uploads/rules';
import { encodeEventImage } from '../../features/bulletin/index.ts';
import { encodeUpload, type EncodedUpload } from '../../features/posts/index.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { isEncodedImage, isEncodedPng } from '../../platform/images/encode-image.ts';

/** The folder of the pictures beside the documents. */
export const IMAGE_FOLDER = 'images';

/** Endings that a stored picture may have got on its way. */
const ENDINGS = ['', '.png', '.jpg', '.jpeg', '.webp', '.gif'];

/** A picture of a document, or why there is none. */
export type FoundImage<Encoded> = { image: Encoded } | { problem: string };

/** True for a picture that stands in the document itself. */
export function isDataUrl(reference: string): boolean {
  return /^data:/i.test(reference);
}

/**
 * The picture that a post's contents list refers to: a path of the file storage, an address of one, or a data URL
 * that is the picture.
 */
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

/** The bytes of a data URL in base64, the only form that pictures have; what is in any other form cannot be decoded. */
function readDataUrl(url: string): Buffer {
  const comma = url.indexOf(',');
  return /;base64$/i.test(url.slice(0, comma))
    ? Buffer.from(url.slice(comma + 1), 'base64')
    : Buffer.alloc(0);
}

/** What was encoded here before keeps its bytes: encoding it again would lose a little every time. */
async function encodeOnce(bytes: Buffer): Promise<EncodedUpload> {
  const encoded = await encodeUpload(bytes);
  if (!(await isEncodedImage(bytes, IMAGE_SIZES.large))) return encoded;
  return { small: encoded.small, large: { ...encoded.large, bytes } };
}

/** The picture of an event, null when it has none. */
export async function findEventImage(folder: string, documentId: string): Promise<FoundImage<Buffer> | null> {
  const bytes = await readWithin(folder, eventImageFile(documentId));
  if (!bytes) return null;
  return decode(async () => {
    // Encoded in any case: a picture that cannot be decoded is none.
    const encoded = await encodeEventImage(bytes);
    return (await isEncodedPng(bytes, EVENT_IMAGE_WIDTH)) ? bytes : encoded;
  });
}

/** Where an event's picture lies beside the documents; an id may be any text, a file's name may not. */
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

/** A download address holds the path as one encoded segment after `/o/`. */
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

/** A file below the folder; a path that leads out of it, or a file too large for a picture, is none. */
async function readWithin(folder: string, path: string): Promise<Buffer | null> {
  const root = join(folder, IMAGE_FOLDER) + sep;
  const file = normalize(join(root, path));
  if (!file.startsWith(root) || path.includes('\0')) return null;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || found.size > IMAGE_BYTES_MAX) return null;
  return readFile(file);
}
