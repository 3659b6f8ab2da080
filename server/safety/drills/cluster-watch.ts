import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../testing/outside/api-client.ts';
import { EventReader } from '../../testing/event-reader.ts';

/** Pause between two calls of one user, so that a ledger of minutes can be read in seconds. */
const PAUSE = 30;

/** Observations of users since the last call; times in milliseconds. */
export interface Found {
  /** Longest time without a successful write, and without a successful read of each kind. */
  writes: number;
  reads: Record<string, number>;
  slowestAnswer: number;
  /** Responses 503, each with Retry-After. */
  refused: number;
  /** Time from the acknowledgement of a reply to its event, for replies of the last two seconds. */
  latestLag: number;
}

/** Records the calls of users who write on one server and read on the other, including a stream. */
export class Watch {
  /** Forbidden answers, one line each. */
  readonly failed: string[] = [];
  readonly #stopping = new AbortController();
  readonly #acknowledged = new Map<string, number>();
  readonly #gaps = new Map<string, { since: number; longest: number }>();
  readonly #working: Promise<void>[] = [];
  #lags: { at: number; lag: number }[] = [];
  #slowestAnswer = 0;
  #refused = 0;
  #reconnects = -1;
  #lastNumber = 0;

  get reconnects(): number {
    return this.#reconnects;
  }

  get acknowledgedReplies(): number {
    return this.#acknowledged.size;
  }

  /** Number of the newest reply in the stream. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Counts every write of this client. */
  watchWrites(client: ApiClient): void {
    const send = client.send.bind(client);
    client.send = async (method, path, options) => {
      const response = await this.#measure(method === 'GET' ? null : 'writes', path, () =>
        send(method, path, options),
      );
      const id = (options?.json as { id?: string } | undefined)?.id;
      if (response.ok && id && path.endsWith('/replies')) this.#acknowledged.set(id, Date.now());
      if (method !== 'GET') await sleep(PAUSE);
      return response;
    };
  }

  /** Reads these paths repeatedly. */
  read(client: ApiClient, paths: Readonly<Record<string, string>>): void {
    for (const [kind, path] of Object.entries(paths)) {
      this.#work(async () => {
        const answer = await this.#measure(kind, path, () => client.send('GET', path)).catch(() => null);
        await answer?.arrayBuffer();
        await sleep(PAUSE);
      });
    }
  }

  /** Follows a post's replies as a browser does: reopens the stream after the last number. */
  follow(client: ApiClient, postId: string): void {
    let reader: EventReader | undefined;
    let taken = 0;
    this.#stopping.signal.addEventListener('abort', () => reader?.cut());
    this.#work(async () => {
      if (!reader || reader.closed || reader.status !== 200) {
        const last = this.#lastNumber;
        reader = await EventReader.open(
          `${client.origin}/api/posts/${postId}/replies/live?after=0`,
          client.cookie,
          last > 0 ? last : undefined,
        );
        if (reader.status === 200) this.#reconnects += 1;
        else if (reader.status !== 503) this.failed.push(`the stream was answered with ${reader.status}`);
        taken = 0;
        if (reader.status !== 200) await sleep(200);
      }
      const events = reader.events.slice(taken);
      taken = reader.events.length;
      const now = Date.now();
      for (const { name, data } of events) {
        if (name !== 'reply') continue;
        const { id, number } = JSON.parse(data) as { id: string; number: number };
        if (number !== this.#lastNumber + 1)
          this.failed.push(`the stream brought reply ${number} after ${this.#lastNumber}`);
        this.#lastNumber = number;
        // An event before its acknowledgement has no lag.
        this.#lags.push({ at: now, lag: now - (this.#acknowledged.get(id) ?? now) });
      }
      await sleep(20);
    });
  }

  /** Returns the observations since the last call. */
  take(): Found {
    const now = Date.now();
    const longest = (kind: string) => {
      const gap = this.#gaps.get(kind);
      return gap ? Math.max(gap.longest, now - gap.since) : 0;
    };
    const kinds = [...this.#gaps.keys()].filter((kind) => kind !== 'writes');
    const latest = this.#lags.filter(({ at }) => now - at < 2_000);
    const found = {
      writes: longest('writes'),
      reads: Object.fromEntries(kinds.map((kind) => [kind, longest(kind)])),
      slowestAnswer: this.#slowestAnswer,
      refused: this.#refused,
      latestLag: latest.length === 0 ? Infinity : Math.max(...latest.map(({ lag }) => lag)),
    };
    [this.#slowestAnswer, this.#refused, this.#lags] = [0, 0, []];
    for (const gap of this.#gaps.values()) gap.longest = 0;
    return found;
  }

  /** Time of the last successful write. */
  get wroteAt(): number {
    return this.#gaps.get('writes')?.since ?? 0;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#working);
  }

  #work(turn: () => Promise<void>): void {
    const working = async () => {
      while (!this.#stopping.signal.aborted)
        await turn().catch(async (error: Error) => {
          if (!this.#stopping.signal.aborted) this.failed.push(error.message);
          await sleep(200);
        });
    };
    this.#working.push(working());
  }

  async #measure(kind: string | null, path: string, call: () => Promise<Response>): Promise<Response> {
    const asked = Date.now();
    const what = path.replace(/[0-9a-f-]{36}/, 'ID');
    const response = await call().catch((error: Error) => {
      this.failed.push(`${what}: ${error.message}`);
      throw error;
    });
    const now = Date.now();
    this.#slowestAnswer = Math.max(this.#slowestAnswer, now - asked);
    if (response.status === 503) {
      this.#refused += 1;
      if (!(Number(response.headers.get('retry-after')) > 0)) this.failed.push(`${what}: 503 without a time`);
    } else if (!response.ok) this.failed.push(`${what}: ${response.status}`);
    if (kind === null) return response;
    const gap = this.#gaps.get(kind) ?? { since: asked, longest: 0 };
    if (response.ok) {
      gap.longest = Math.max(gap.longest, now - gap.since);
      gap.since = now;
    }
    this.#gaps.set(kind, gap);
    return response;
  }
}
