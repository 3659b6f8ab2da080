import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { encodeUpload } from '../../src/features/posts/index.ts';
import type { ApiClient } from '../../testing/outside/api-client.ts';

const COLOURS = ['#4c8a5e', '#8a4c5e', '#4c5e8a'];
const FILES = ['small', 'large'] as const;

interface Picture {
  sent: Uint8Array;
  /** What the server must answer with, for it encodes every picture anew. */
  small: Buffer;
  large: Buffer;
}

/** Students who send pictures, again under the same id what was not taken: each that was taken must be there, byte for byte. */
export class Uploaders {
  readonly #client: ApiClient;
  readonly #pictures: readonly Picture[];
  readonly #taken: { image: string; picture: Picture }[] = [];
  readonly #working: Promise<void>[];
  #stopped = false;
  #abandoned = false;

  private constructor(client: ApiClient, pictures: readonly Picture[], parallel: number, pause: number) {
    this.#client = client;
    this.#pictures = pictures;
    this.#working = Array.from({ length: parallel }, (_, lane) => this.#go(lane, pause));
    // Told by stop(); a drill that failed otherwise has said enough.
    for (const working of this.#working) working.catch(() => {});
  }

  /** Begins to send pictures, so many at a time, with a pause after each. */
  static async begin(client: ApiClient, parallel: number, pause: number): Promise<Uploaders> {
    const pictures = await Promise.all(
      COLOURS.map(async (background) => {
        const sent = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
          .png()
          .toBuffer();
        const { small, large } = await encodeUpload(sent);
        return { sent, small: small.bytes, large: large.bytes };
      }),
    );
    return new Uploaders(client, pictures, parallel, pause);
  }

  /** How many pictures were taken. */
  get taken(): number {
    return this.#taken.length;
  }

  /** Ends the sending, once every picture that is under way is taken. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#working);
  }

  abandon(): void {
    [this.#stopped, this.#abandoned] = [true, true];
  }

  /** How many of the first so many pictures that were taken are not there in both widths as they must be. */
  async countLost(client: ApiClient, first = this.taken): Promise<number> {
    let lost = 0;
    for (const { image, picture } of this.#taken.slice(0, first)) {
      const right = await Promise.all(
        FILES.map(async (file) => {
          const response = await client.send('GET', image.replace('large', file));
          const bytes = Buffer.from(await response.arrayBuffer());
          return response.status === 200 && bytes.equals(picture[file]);
        }),
      );
      if (right.includes(false)) lost += 1;
    }
    return lost;
  }

  async #go(lane: number, pause: number): Promise<void> {
    for (let turn = lane; !this.#stopped; turn += 1) {
      const picture = this.#pictures[turn % this.#pictures.length];
      if (picture) await this.#send(uuidv7(), picture);
      await sleep(pause);
    }
  }

  async #send(id: string, picture: Picture): Promise<void> {
    for (;;) {
      const response = await this.#client
        .send('PUT', `/api/uploads/${id}`, {
          bytes: picture.sent,
          headers: { 'Content-Type': 'image/png' },
        })
        .catch(() => null);
      const text = (await response?.text()) ?? '';
      if (response?.status === 201) {
        this.#taken.push({ image: (JSON.parse(text) as { image: string }).image, picture });
        return;
      }
      if (response && response.status !== 503)
        throw new Error(`a picture was answered with ${response.status}`);
      if (this.#abandoned) throw new Error('the drill was abandoned');
      await sleep(200);
    }
  }
}
