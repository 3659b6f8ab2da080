import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hub } from '../live/hub.ts';

/** A cached answer lives this long from the start of its fill, so a lost notice costs a second and no more. */
const LIFETIME = 1_000;
/** What all cached answers of a process may take together, before compression and with their keys; the oldest go first. */
const BYTES_MAX = 64 * 1024 * 1024;
/** What an entry takes beside its answer and its key, about. */
const ENTRY_BYTES = 1_024;
/** Shorter answers gain nothing by compression that a packet would notice. */
const GZIP_FROM = 1_024;
/** With more invalidations to remember than this, all of them and the fills under way are given up. */
const INVALIDATIONS_REMEMBERED = 10_000;
/** Earlier versions listen to this name while servers are exchanged one by one. */
const TOPIC = 'kept';
const EVERYTHING = '*';

/** An answer that is the same for everybody who may have it. */
export interface SharedAnswer {
  json: string;
  /** Works out what it depends on: a write that names one of these removes it. Null: not worth caching. */
  tags: (() => readonly string[]) | null;
  /** When the oldest of what it shows was read, where that is not the start of its fill; in milliseconds. */
  readAt?: number;
}

/** What a cached answer depends on, and since when it stands. */
interface Source {
  tags: readonly string[];
  readAt: number;
}

/** An answer as it goes out. */
export class OutgoingAnswer {
  /** Bytes of a cached answer; the text of another one, which is sent once only. */
  readonly body: Buffer | string;
  /** In bytes. */
  readonly length: number;
  /** Null for an answer that is not cached. Weak: plain and compressed it is the same answer in other bytes. */
  readonly etag: string | null;
  /** Null for an answer that is not cached. */
  readonly source: Source | null;
  #gzipped: Promise<Buffer> | undefined;

  constructor(json: string, source: Source | null) {
    this.source = source;
    this.body = source ? Buffer.from(json) : json;
    this.length = Buffer.byteLength(this.body);
    this.etag = source ? `W/"${hash('sha1', this.body, 'base64url')}"` : null;
  }

  /** Compressed once for everybody; undefined when that is not worth it. */
  gzipped(): Promise<Buffer> | undefined {
    if (this.etag === null || this.length < GZIP_FROM) return undefined;
    return (this.#gzipped ??= promisify(gzip)(this.body, { level: 5 }));
  }
}

interface Entry {
  answer: OutgoingAnswer;
  tags: readonly string[];
  startedAt: number;
}

interface PendingFill {
  answer: Promise<OutgoingAnswer>;
  startedAt: number;
  /** How many invalidations there had been when it began. */
  invalidations: number;
}

/** Empties the cache of every process: for writes beside the server, such as an operator's. */
export function clearCachesEverywhere(hub: Hub): void {
  hub.tell(TOPIC, EVERYTHING);
}

/**
 * Shared answers as encoded bytes in this process's memory. Never stale for a writer on the process that took
 * the write, and at most a second for anyone anywhere: a write removes what depends on it before it is
 * answered and tells the other processes; a fill that began before that is not cached; and every entry expires
 * a second after its fill began.
 */
export class AnswerCache {
  readonly #hub: Hub;
  readonly #enabled: boolean;
  /** How many answers came from here, those that shared a fill included, and how many fills there were. */
  hits = 0;
  misses = 0;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #pending = new Map<string, PendingFill>();
  /** When each tag was last invalidated, counted in invalidations; emptied when no fill is under way. */
  readonly #invalidatedAt = new Map<string, number>();
  /** Fills under way, also those that a newer one has replaced. */
  #fills = 0;
  #invalidations = 0;
  #bytes = 0;

  /** @param enabled false: every answer is read from the database, for measurements. */
  constructor(hub: Hub, enabled: boolean) {
    this.#hub = hub;
    this.#enabled = enabled;
    hub.on(TOPIC, {
      onSignal: (tag) => this.#invalidateHere([tag]),
      onGap: () => this.#invalidateHere([EVERYTHING]),
    });
  }

  /** How many bytes are cached now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is cached under this key and has not expired. */
  peek(key: string): OutgoingAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry || Date.now() - entry.startedAt >= LIFETIME) return undefined;
    this.hits += 1;
    return entry.answer;
  }

  /**
   * What is cached under this key, or the answer of a new fill, which those who ask meanwhile share. `bypass`: reads
   * again, whatever is cached or being filled.
   */
  async get(key: string, fill: () => Promise<SharedAnswer>, bypass = false): Promise<OutgoingAnswer> {
    if (!this.#enabled) return new OutgoingAnswer((await fill()).json, null);
    const entry = bypass ? undefined : this.peek(key);
    if (entry) return entry;
    const pending = this.#pending.get(key);
    // What a fill depends on is known at its end only, so after any invalidation nobody joins an older one.
    if (
      pending &&
      !bypass &&
      pending.invalidations === this.#invalidations &&
      Date.now() - pending.startedAt < LIFETIME
    ) {
      this.hits += 1;
      return pending.answer;
    }
    this.misses += 1;
    const started: PendingFill = {
      startedAt: Date.now(),
      invalidations: this.#invalidations,
      answer: fill().then((answer) => this.#settle(key, started, answer)),
    };
    this.#pending.set(key, started);
    this.#fills += 1;
    try {
      return await started.answer;
    } finally {
      if (this.#pending.get(key) === started) this.#pending.delete(key);
      this.#fills -= 1;
      if (this.#fills === 0) this.#invalidatedAt.clear();
    }
  }

  /** Removes what depends on any of these, here at once and in the other processes; call it after the commit. */
  invalidate(tags: readonly string[]): void {
    this.#invalidateHere(tags);
    for (const tag of tags) this.#hub.tell(TOPIC, tag);
  }

  /** Removes everything, everywhere: for what is rare and shows in many places, such as a changed nickname. */
  invalidateAll(): void {
    this.invalidate([EVERYTHING]);
  }

  #settle(key: string, pending: PendingFill, { json, tags, readAt }: SharedAnswer): OutgoingAnswer {
    if (tags === null) return new OutgoingAnswer(json, null);
    const names = tags();
    const startedAt = readAt ?? pending.startedAt;
    const answer = new OutgoingAnswer(json, { tags: names, readAt: startedAt });
    const stale = [EVERYTHING, ...names].some(
      (tag) => (this.#invalidatedAt.get(tag) ?? 0) > pending.invalidations,
    );
    const earlier = this.#entries.get(key);
    if (stale || (earlier && earlier.startedAt > startedAt)) return answer;
    this.#remove(key);
    this.#entries.set(key, { answer, tags: names, startedAt });
    this.#bytes += bytesOf(key, answer);
    for (const tag of names) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
    this.#removeOld();
    return answer;
  }

  /** Entries stand in the order of their fills' ends, so the expired are in front; a few are looked at each time. */
  #removeOld(): void {
    const now = Date.now();
    for (const [key, { startedAt }] of this.#entries) {
      if (now - startedAt < LIFETIME && this.#bytes <= BYTES_MAX) break;
      this.#remove(key);
    }
  }

  #invalidateHere(tags: readonly string[]): void {
    this.#invalidations += 1;
    if (this.#invalidatedAt.size > INVALIDATIONS_REMEMBERED) {
      this.#invalidatedAt.clear();
      this.#invalidatedAt.set(EVERYTHING, this.#invalidations);
    }
    for (const tag of tags) {
      if (this.#fills > 0) this.#invalidatedAt.set(tag, this.#invalidations);
      const keys = tag === EVERYTHING ? this.#entries.keys() : (this.#keysByTag.get(tag) ?? []);
      for (const key of keys) this.#remove(key);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= bytesOf(key, entry.answer);
    for (const tag of entry.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}

function bytesOf(key: string, { length }: OutgoingAnswer): number {
  return length + key.length + ENTRY_BYTES;
}
