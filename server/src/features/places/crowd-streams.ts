import { encodeEvent, type EventStream } from '../../live/event-stream.ts';
import type { Hub } from '../../live/hub.ts';
import type { Logger } from '../../log/log.ts';

/** One signal for all places. */
const [TOPIC, ID] = ['voices', 'all'];
/** Minimum interval between two events, in milliseconds. */
const APART = 3_000;
/** Milliseconds between comparisons: reports expire, and signals can be lost. */
const SWEEP_EVERY = 4_000;

/** Sends changed crowd reports to open pages of all processes, encoded once. */
export class CrowdStreams {
  readonly #read: () => Promise<unknown>;
  readonly #hub: Hub;
  readonly #log: Logger;
  readonly #streams = new Set<EventStream>();
  readonly #joined = new Set<EventStream>();
  readonly #sweep: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #due = false;
  #telling = false;
  #toldAt = 0;
  #told = '';

  constructor(read: () => Promise<unknown>, hub: Hub, log: Logger) {
    this.#read = read;
    this.#hub = hub;
    this.#log = log;
    hub.on(TOPIC, { onSignal: () => this.#note(), onGap: () => this.#note() });
    this.#sweep = setInterval(() => this.#note(), SWEEP_EVERY).unref();
  }

  /** Notifies all processes of a changed report; call after commit. */
  announce(): void {
    this.#hub.signal(TOPIC, ID);
  }

  /** Sends the current reports and every later change to a stream. */
  follow(stream: EventStream): void {
    this.#streams.add(stream);
    this.#joined.add(stream);
    stream.onClose(() => {
      this.#streams.delete(stream);
      this.#joined.delete(stream);
    });
    this.#note();
  }

  close(): void {
    clearInterval(this.#sweep);
    clearTimeout(this.#timer);
    this.#streams.clear();
  }

  #note(): void {
    if (this.#streams.size === 0) return;
    this.#due = true;
    if (this.#telling) return;
    const wait = Math.max(0, this.#toldAt + APART - Date.now());
    this.#timer ??= setTimeout(() => void this.#tell(), wait).unref();
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    this.#due = false;
    this.#telling = true;
    try {
      const data = JSON.stringify(await this.#read());
      const readers = data === this.#told ? [...this.#joined] : [...this.#streams];
      this.#joined.clear();
      if (readers.length > 0) this.#toldAt = Date.now();
      this.#told = data;
      const bytes = encodeEvent({ name: 'voices', data });
      for (const stream of readers) stream.send(bytes);
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'crowd reports not read');
    } finally {
      this.#telling = false;
      if (this.#due) this.#note();
    }
  }
}
