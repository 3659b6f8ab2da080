import type { Database } from '../../platform/database/database.ts';
import { encodeWithin } from '../../platform/images/encode-image.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { markImage, UNMARKED, type ShownRow } from './bulletin.queries.ts';
import { eventImageKey, imageMark } from './event-images.ts';

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
