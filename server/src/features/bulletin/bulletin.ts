import { createHash } from 'node:crypto';
import type { Event, Notice } from '@madang/contract/bulletin/schema';
import { EVENT_IMAGE_WIDTH, IMAGE_PIXELS_MAX } from '@madang/contract/uploads/rules';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { encodePng, encodeWithin } from '../../platform/images/encode-image.ts';
import { cancelImageRemoval, type ImageStore } from '../../platform/images/image-store.ts';

/** What stands on home and has pages of its own; the third kind of entry, a facility notice, is read as the post that it is. */
export type BulletinKind = 'event' | 'notice';

/** What everybody sees of an event or notice. */
export interface ShownRow {
  id: string;
  title: string;
  body: string;
  /** What its picture is known by; null for none. */
  picture_mark: string | null;
  shown_at: Date;
}

/** Stands for the mark of a picture that nobody has looked at yet. */
export const UNMARKED = 'unmarked';

/** Lists of the operator stay short; this only bounds what one answer can grow to. */
const LIST_MAX = 200;

const SHOWN = `SELECT id, title, body, picture_mark, shown_at FROM bulletin_entries WHERE kind = $1 AND state = 'shown'`;

/** What is shown of a kind, newest first. */
export function listShown(executor: Executor, kind: BulletinKind): Promise<ShownRow[]> {
  return executor.rows<ShownRow>(`${SHOWN} ORDER BY shown_at DESC, id DESC LIMIT ${LIST_MAX}`, [kind]);
}

/** One event or notice that is shown. */
export function findShown(executor: Executor, kind: BulletinKind, id: string): Promise<ShownRow | undefined> {
  return executor.first<ShownRow>(`${SHOWN} AND id = $2`, [kind, id]);
}

/** Notes what a picture is known by. */
async function markImage(executor: Executor, id: string, mark: string): Promise<void> {
  await executor.change(
    `UPDATE bulletin_entries SET picture_mark = $2 WHERE id = $1 AND picture_mark = '${UNMARKED}'`,
    [id, mark],
  );
}

/** An event as the operator wrote it [EN-06]. */
export function presentEvent(row: ShownRow): Event {
  const { id, picture_mark: mark } = row;
  return {
    ...presentText(row),
    image: mark === null ? null : imageAddress(id),
    poster: mark === null || mark === UNMARKED ? null : `/EventImg/${id}.${mark}.webp`,
  };
}

/** A notice as the operator wrote it [EN-06]; without an image nothing is said of one. */
export function presentNotice(row: ShownRow): Notice {
  return { ...presentText(row), ...(row.picture_mark === null ? {} : { image: imageAddress(row.id) }) };
}

const imageAddress = (id: string) => `/EventImg/${id}.png`;

function presentText({ id, title, body, shown_at: shownAt }: ShownRow) {
  return { id, title, body, createdAt: shownAt.toISOString() };
}

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

/** As home's slide shows it on a phone with two or three dots to a pixel. */
const POSTER = { width: 840, height: 420, bytesMax: 20 * 1024 };
/** So many are remembered in their bytes; the oldest is forgotten. */
const POSTERS_MAX = 50;

/** Event images as home's slides show them: small, made once in each process and kept in its memory. */
export class Posters {
  readonly #images: ImageStore;
  readonly #made = new Map<string, Promise<Buffer>>();

  constructor(images: ImageStore) {
    this.#images = images;
  }

  /** The poster of an event's image, as WebP of at most 20 KB; null where the event has no image. */
  async read({ id, picture_mark: mark }: ShownRow): Promise<Buffer | null> {
    const png = mark === null ? null : await this.#images.get(eventImageKey(id));
    if (!png) return null;
    const key = `${id}.${mark}`;
    const made = this.#made.get(key) ?? encodeWithin(Buffer.from(png), POSTER);
    this.#made.set(key, made);
    made.catch(() => this.#made.delete(key));
    if (this.#made.size > POSTERS_MAX) this.#made.delete(this.#made.keys().next().value ?? '');
    return made;
  }

  /** Notes what images are known by, where that is not known yet. */
  async markAll(database: Database, rows: readonly ShownRow[]): Promise<void> {
    for (const { id, picture_mark: mark } of rows) {
      const png = mark === UNMARKED ? await this.#images.get(eventImageKey(id)) : null;
      if (png) await markImage(database, id, imageMark(png));
    }
  }
}
