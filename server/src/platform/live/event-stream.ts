import type { ServerResponse } from 'node:http';
import type { Exchange } from '../http/request.ts';

/** Keeps proxies from cutting a quiet stream. */
const BEAT_EVERY = 20_000;
/** A reader this many bytes behind is cut; it comes back and resumes by number. */
const BACKLOG_MAX = 1024 * 1024;

const BEAT = Buffer.from(':\n\n');

const open = new Set<EventStream>();

setInterval(() => {
  for (const stream of open) stream.send(BEAT);
}, BEAT_EVERY).unref();

/** How many streams of this process are open. */
export const countOpenStreams = () => open.size;

/** One frame of the event stream format (WHATWG HTML, section 9.2), encoded once for every reader. */
export function encodeEvent(event: { name: string; data: string; id?: number }): Buffer {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return Buffer.from(`${id}event: ${event.name}\ndata: ${event.data}\n\n`);
}

/**
 * One open stream of server-sent events, written straight to Node's response: a web stream in between costs
 * more than twice the memory for each of thousands of readers.
 */
export class EventStream {
  readonly #outgoing: ServerResponse;
  // A list, not a set: thousands of streams have one or two entries each, and an empty set alone takes 200 bytes.
  #onClose: (() => void)[] = [];
  #closed = false;

  /** Answers the request with the stream's head. */
  constructor(exchange: Exchange) {
    this.#outgoing = exchange.outgoing;
    // The connection's end is the stream's: in chunks, each of them would cost every reader a copy and two more
    // pieces to send, which is a third of what a reply costs that hundreds read.
    this.#outgoing.removeHeader('Transfer-Encoding');
    exchange.begin({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
      // nginx would otherwise collect small frames before it passes them on.
      'X-Accel-Buffering': 'no',
    });
    this.#outgoing.write('retry: 1000\n\n');
    this.#outgoing.on('close', () => this.#finish());
    open.add(this);
  }

  /** Writes frames made by {@link encodeEvent}; a reader that does not keep up is cut. */
  send(frames: Buffer): void {
    if (this.#closed) return;
    this.#outgoing.write(frames);
    if (this.#outgoing.writableLength > BACKLOG_MAX) this.#outgoing.destroy();
  }

  /** Waits until the reader has taken what was written; false when the stream is closed by then. */
  async drained(): Promise<boolean> {
    const outgoing = this.#outgoing;
    if (!this.#closed && outgoing.writableNeedDrain)
      await new Promise<void>((resolve) => {
        const end = () => {
          outgoing.off('drain', end).off('close', end);
          resolve();
        };
        outgoing.on('drain', end).on('close', end);
      });
    return !this.#closed;
  }

  /** Calls `work` once the stream is closed by either side. */
  onClose(work: () => void): void {
    if (this.#closed) work();
    else this.#onClose.push(work);
  }

  close(): void {
    if (!this.#closed) this.#outgoing.end();
    this.#finish();
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    open.delete(this);
    for (const work of this.#onClose) work();
    this.#onClose = [];
  }
}

/** Ends every stream of this process, so that it can stop; readers come back elsewhere. */
export function closeAllStreams(): void {
  for (const stream of open) stream.close();
}
