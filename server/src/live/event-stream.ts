import type { ServerResponse } from 'node:http';
import type { RequestContext } from '../http/request.ts';

/** Milliseconds between heartbeats: proxies close idle streams. */
const BEAT_EVERY = 20_000;
/** Maximum bytes a client may lag; then closed, it resumes by number. */
const BACKLOG_MAX = 1024 * 1024;

const BEAT = Buffer.from(':\n\n');

const open = new Set<EventStream>();

setInterval(() => {
  for (const stream of open) stream.send(BEAT);
}, BEAT_EVERY).unref();

/** Returns the number of open streams of this process. */
export const countOpenStreams = () => open.size;

/** Returns a frame of the event stream format (WHATWG HTML, section 9.2), encoded once. */
export function encodeEvent(event: { name: string; data: string; id?: number }): Buffer {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return Buffer.from(`${id}event: ${event.name}\ndata: ${event.data}\n\n`);
}

/** A stream of server-sent events on Node's response: web streams need over twice the memory, for thousands of clients. */
export class EventStream {
  readonly #outgoing: ServerResponse;
  // A list: an empty set takes 200 bytes in thousands of streams.
  #onClose: (() => void)[] = [];
  #closed = false;

  constructor(request: RequestContext) {
    this.#outgoing = request.outgoing;
    // Closing the connection ends the stream. Chunked encoding would cost a third more for a reply with hundreds of readers.
    this.#outgoing.removeHeader('Transfer-Encoding');
    request.begin({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
      // nginx would otherwise buffer small frames.
      'X-Accel-Buffering': 'no',
    });
    this.#outgoing.write('retry: 1000\n\n');
    this.#outgoing.on('close', () => this.#finish());
    open.add(this);
  }

  /** Writes frames of {@link encodeEvent}; disconnects a slow client. */
  send(frames: Buffer): void {
    if (this.#closed) return;
    this.#outgoing.write(frames);
    if (this.#outgoing.writableLength > BACKLOG_MAX) this.#outgoing.destroy();
  }

  /** Waits until the client received the data; false if the stream closed. */
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

  /** Calls `work` after either side closes the stream. */
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

/** Ends all streams of this process; clients reconnect to another. */
export function closeAllStreams(): void {
  for (const stream of open) stream.close();
}
