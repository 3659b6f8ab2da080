import { EventEmitter } from 'node:events';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RequestContext } from '../src/http/request.ts';
import { EventStream } from '../src/live/event-stream.ts';
import { createLog } from '../src/log/log.ts';

/** Waits at most 5 seconds for the condition. Vitest's own waiting would advance the fake clock. */
export async function patiently(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !condition() && Date.now() < end;) await sleep(5);
}

/** Connection of a reader: records written text and whether it was ended. */
export class Connection extends EventEmitter {
  readonly writableLength = 0;
  /** If true, each write needs a drain before the next. */
  slow = false;
  writableNeedDrain = false;
  ended = false;
  #text = '';

  removeHeader(): void {}
  writeHead(): void {}
  write(bytes: string | Buffer): void {
    if (this.ended) throw new Error('written to after its end');
    this.#text += bytes.toString();
    this.writableNeedDrain = this.slow;
  }
  drain(): void {
    this.writableNeedDrain = false;
    this.emit('drain');
  }
  end(): void {
    this.ended = true;
    this.emit('close');
  }

  /** Name and id of every event, as `reply 3`. */
  get events(): string[] {
    return [...this.#text.matchAll(/^(?:id: (\d+)\n)?event: (\w+)$/gm)].map(
      ([, id, name]) => `${name} ${id}`,
    );
  }

  /** Waits for this many events; after a timeout returns the received ones. */
  async first(count: number): Promise<string[]> {
    await patiently(() => this.events.length >= count);
    return this.events;
  }

  /** Waits until the server ends it. */
  async isEnded(): Promise<boolean> {
    await patiently(() => this.ended);
    return this.ended;
  }
}

/** Returns a server's stream over a connection that the test reads. */
export const streamOver = (connection: Connection) =>
  new EventStream(
    new RequestContext(new IncomingMessage(new Socket()), connection as unknown as ServerResponse, {
      headers: { page: [], data: [] },
      proxies: null,
      log: createLog('silent'),
    }),
  );
