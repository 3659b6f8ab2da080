import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '@madang/contract/replies/schema';

export interface ReadEvent {
  name: string;
  id: string | null;
  data: string;
}

/** Client of a server-sent event stream; tests can cut its connection. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  status = 0;
  closed = false;
  #response: IncomingMessage | undefined;

  /** Opens the stream and waits for the response head. */
  static async open(address: string, cookie: string, lastEventId?: number): Promise<EventReader> {
    const reader = new EventReader();
    await new Promise<void>((resolve, reject) => {
      const headers = {
        Cookie: cookie,
        ...(lastEventId === undefined ? {} : { 'Last-Event-ID': String(lastEventId) }),
      };
      get(address, { headers, agent: false }, (response) => {
        reader.#read(response);
        resolve();
      }).once('error', reject);
    });
    return reader;
  }

  get replies(): Reply[] {
    return this.events.filter(({ name }) => name === 'reply').map(({ data }) => JSON.parse(data) as Reply);
  }

  /** Waits until the condition holds; fails after `timeout` milliseconds. */
  async until(condition: () => boolean, timeout = 10_000): Promise<void> {
    const end = Date.now() + timeout;
    while (!condition()) {
      if (Date.now() > end) throw new Error(`not within ${timeout} ms; ${this.events.length} events so far`);
      await sleep(5);
    }
  }

  cut(): void {
    this.#response?.destroy();
  }

  #read(response: IncomingMessage): void {
    this.#response = response;
    this.status = response.statusCode ?? 0;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      const frames = (rest + chunk).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) this.#take(frame);
    });
    response.on('error', () => {});
    response.on('close', () => (this.closed = true));
  }

  #take(frame: string): void {
    const fields = new Map(frame.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const name = fields.get('event');
    if (name) this.events.push({ name, id: fields.get('id') ?? null, data: fields.get('data') ?? '' });
  }
}

/** Opens the live replies of a post as this user. */
export const openReplies = (
  { browser }: { browser: { origin: string; cookie: string } },
  postId: string,
  after?: number,
  lastEventId?: number,
) => {
  const query = after === undefined ? '' : `?after=${after}`;
  const address = `${browser.origin}/api/posts/${postId}/replies/live${query}`;
  return EventReader.open(address, browser.cookie, lastEventId);
};
