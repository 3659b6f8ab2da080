import { EventEmitter } from 'node:events';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Exchange } from '../src/platform/http/request.ts';
import { EventStream } from '../src/platform/live/event-stream.ts';
import { createLog } from '../src/platform/log/log.ts';

/** Waits until the condition holds, but not for ever. Vitest's own waiting would move the clock of the sweep. */
export async function patiently(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 5_000; !condition() && Date.now() < end;) await sleep(5);
}

/** A reader's connection: what was written to it, and whether it was ended. */
export class Connection extends EventEmitter {
  readonly writableLength = 0;
  /** It takes nothing more until it was drained, after each write. */
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
  /** The reader took what was written. */
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

  /** All events as soon as there are so many; after a while those that there are. */
  async first(count: number): Promise<string[]> {
    await patiently(() => this.events.length >= count);
    return this.events;
  }

  /** True as soon as the server ended it. */
  async isEnded(): Promise<boolean> {
    await patiently(() => this.ended);
    return this.ended;
  }
}

/** A stream as the server opens it, over a connection that the test reads. */
export const streamOver = (connection: Connection) =>
  new EventStream(
    new Exchange(new IncomingMessage(new Socket()), connection as unknown as ServerResponse, {
      headers: { page: [], data: [] },
      proxies: null,
      log: createLog('silent'),
    }),
  );
