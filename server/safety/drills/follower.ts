import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader } from '../../testing/event-reader.ts';

/** Reads the replies of a post live and reconnects as browsers do. */
export class Follower {
  cuts = 0;
  readonly #origin: string;
  readonly #address: string;
  readonly #cookie: string;
  readonly #end = new AbortController();
  readonly #readers: EventReader[] = [];
  readonly #following: Promise<void>;

  constructor(origin: string, postId: string, cookie: string) {
    this.#origin = origin;
    this.#address = `${origin}/api/posts/${postId}/replies/live?after=0`;
    this.#cookie = cookie;
    this.#following = this.#follow();
  }

  /** Waits until all of these replies arrived; returns the problems, one line each. */
  async close(ids: readonly string[], timeout = 15_000): Promise<string[]> {
    const missing = () => {
      const come = new Set(this.#replies.map(({ id }) => id));
      return ids.filter((id) => !come.has(id)).length;
    };
    for (const end = Date.now() + timeout; missing() > 0 && Date.now() < end;) await sleep(100);
    this.abandon();
    await this.#following;
    const numbers = this.#replies.map(({ number }) => number);
    const wrong = [];
    if (missing() > 0) wrong.push(`${missing()} replies never came`);
    if (new Set(numbers).size < numbers.length)
      wrong.push(`${numbers.length - new Set(numbers).size} replies came twice`);
    if (numbers.some((number, index) => number < (numbers[index - 1] ?? 0)))
      wrong.push('replies came out of order');
    return wrong.map((what) => `the stream of ${this.#origin}: ${what}`);
  }

  abandon(): void {
    this.#end.abort();
    this.#readers.at(-1)?.cut();
  }

  get #replies() {
    return this.#readers.flatMap(({ replies }) => replies);
  }

  async #follow(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const last = this.#replies.at(-1)?.number;
      const reader = await EventReader.open(this.#address, this.#cookie, last).catch(() => null);
      if (reader?.status === 200) {
        this.#readers.push(reader);
        while (!reader.closed && !this.#end.signal.aborted) await sleep(50);
        this.cuts += 1;
      } else await sleep(200);
    }
  }
}
