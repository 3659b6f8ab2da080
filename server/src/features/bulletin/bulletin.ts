import { createHash } from 'node:crypto';
import type { Event, Notice } from '@madang/contract/bulletin/schema';
import { EVENT_IMAGE_WIDTH, IMAGE_PIXELS_MAX } from '@madang/contract/posts/rules';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { encodePng, encodeWithin } from '../../images/encode-image.ts';
import { cancelImageRemoval, type ImageStore } from '../../images/image-store.ts';

/** Entry kinds; the third, facility notices, are posts. */
export type BulletinKind = 'event' | 'notice';

/** Public columns of an event or notice. */
export interface ShownRow {
  id: string;
  title: string;
  body: string;
  picture_mark: string | null;
  shown_at: Date;
}

/** Mark of a picture without computed hash. */
export const UNMARKED = 'unmarked';

const LIST_MAX = 200;

const SHOWN = `SELECT id, title, body, picture_mark, shown_at FROM bulletin_entries WHERE kind = $1 AND state = 'shown'`;

/** Returns the shown entries of a kind, newest first. */
export function listShown(executor: Executor, kind: BulletinKind): Promise<ShownRow[]> {
  return executor.rows<ShownRow>(`${SHOWN} ORDER BY shown_at DESC, id DESC LIMIT ${LIST_MAX}`, [kind]);
}

/** Returns a shown event or notice. */
export function findShown(executor: Executor, kind: BulletinKind, id: string): Promise<ShownRow | undefined> {
  return executor.first<ShownRow>(`${SHOWN} AND id = $2`, [kind, id]);
}

/** Returns the public view of an event [EN-06]. */
export function presentEvent(row: ShownRow): Event {
  const { id, picture_mark: mark } = row;
  return {
    ...presentText(row),
    image: mark === null ? null : imageAddress(id),
    poster: mark === null || mark === UNMARKED ? null : `/EventImg/${id}.${mark}.webp`,
  };
}

/** Returns the public view of a notice [EN-06], without `image` if missing. */
export function presentNotice(row: ShownRow): Notice {
  return { ...presentText(row), ...(row.picture_mark === null ? {} : { image: imageAddress(row.id) }) };
}

const imageAddress = (id: string) => `/EventImg/${id}.png`;

function presentText({ id, title, body, shown_at: shownAt }: ShownRow) {
  return { id, title, body, createdAt: shownAt.toISOString() };
}

/** Returns an entry's image key [CA-07]. */
export function eventImageKey(eventId: string): string {
  return `EventImg/${eventId}.png`;
}

/**
 * Re-encodes a PNG or JPEG as PNG without camera metadata.
 *
 * @throws {ProblemError} `image.unreadable`, `image.tooLarge`.
 */
export async function encodeEventImage(bytes: Buffer): Promise<Buffer> {
  const image = await encodePng(bytes, { width: EVENT_IMAGE_WIDTH, pixelsMax: IMAGE_PIXELS_MAX });
  return image.bytes;
}

/** Like {@link encodeEventImage}, from a stored upload. */
export async function encodeUploadedImage(webp: Buffer): Promise<Buffer> {
  const limits = { width: EVENT_IMAGE_WIDTH, pixelsMax: IMAGE_PIXELS_MAX, webp: true };
  return (await encodePng(webp, limits)).bytes;
}

/** Stores an entry's image. Call it last, since failures must roll back. */
export async function putEntryImage(
  transaction: Transaction,
  images: ImageStore,
  id: string,
  png: Buffer,
): Promise<void> {
  await cancelImageRemoval(transaction, eventImageKey(id));
  await images.put(eventImageKey(id), png);
}

/** Returns an image's URL-safe content hash. */
export function imageMark(png: Uint8Array): string {
  return createHash('sha256').update(png).digest('base64url').slice(0, 16);
}

/** Poster size for phones of two or three device pixels per pixel. */
const POSTER = { width: 840, height: 420, bytesMax: 20 * 1024 };
const POSTERS_MAX = 50;
/** Newest events whose posters are encoded ahead: home loads the others after it is opened. */
const POSTERS_AHEAD = 3;

/** Small event images for home, encoded once per process. */
export class Posters {
  readonly #images: ImageStore;
  readonly #made = new Map<string, Promise<Buffer | null>>();

  constructor(images: ImageStore) {
    this.#images = images;
  }

  /** Returns an event's poster as WebP of at most 20 KB, or null. */
  async read({ id, picture_mark: mark }: Pick<ShownRow, 'id' | 'picture_mark'>): Promise<Buffer | null> {
    if (mark === null) return null;
    const key = `${id}.${mark}`;
    const made = this.#made.get(key) ?? this.#encode(id);
    this.#made.set(key, made);
    const forget = () => this.#made.delete(key);
    void made.then((poster) => poster ?? forget(), forget);
    if (this.#made.size > POSTERS_MAX) this.#made.delete(this.#made.keys().next().value ?? '');
    return made;
  }

  async #encode(id: string): Promise<Buffer | null> {
    const png = await this.#images.get(eventImageKey(id));
    return png && encodeWithin(Buffer.from(png), POSTER);
  }

  /** Encodes the newest listed posters before home requests them, and marks imported images. */
  async prepare(database: Database, rows: readonly ShownRow[]): Promise<void> {
    for (const [index, { id, picture_mark: listed }] of rows.entries()) {
      const mark = listed === UNMARKED ? await this.#mark(database, id) : listed;
      if (index < POSTERS_AHEAD) await this.read({ id, picture_mark: mark });
    }
  }

  async #mark(database: Database, id: string): Promise<string | null> {
    const png = await this.#images.get(eventImageKey(id));
    if (!png) return null;
    const mark = imageMark(png);
    await database.change(
      `UPDATE bulletin_entries SET picture_mark = $2 WHERE id = $1 AND picture_mark = '${UNMARKED}'`,
      [id, mark],
    );
    return mark;
  }
}
