import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hub } from '../live/hub.ts';

/** Milliseconds that an answer is cached, from the start of its fill. */
const LIFETIME = 1_000;
/** Maximum bytes of cached answers and keys; the oldest are evicted. */
const BYTES_MAX = 64 * 1024 * 1024;
/** Approximate bytes of an entry in addition to its answer and key. */
const ENTRY_BYTES = 1_024;
/** Compressing shorter answers saves no packet. */
const GZIP_FROM = 1_024;
/** Maximum stored invalidations; beyond, they and running fills are discarded. */
const INVALIDATIONS_REMEMBERED = 10_000;
/** Earlier versions use this name during a rolling update. */
const TOPIC = 'kept';
const EVERYTHING = '*';

/** An answer that is the same for all permitted users. */
export interface SharedAnswer {
  json: string;
  /** Returns its dependencies, whose writes remove it. Null: not cached. */
  tags: (() => readonly string[]) | null;
  /** Time of the oldest data in milliseconds, if not the start of the fill. */
  readAt?: number;
}

/** Dependencies of a cached answer, and the time of its data. */
interface Source {
  tags: readonly string[];
  readAt: number;
}

export class OutgoingAnswer {
  /** Bytes of a cached answer; text of one that is sent once. */
  readonly body: Buffer | string;
  /** In bytes. */
  readonly length: number;
  /** Null if uncached. Weak: compressed and uncompressed bytes differ. */
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

  /** Returns the answer compressed once; undefined if too short. */
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
  /** Number of invalidations before it began. */
  invalidations: number;
}

/** Clears every process's cache, for writes outside the server. */
export function clearCachesEverywhere(hub: Hub): void {
  hub.tell(TOPIC, EVERYTHING);
}

/**
 * Shared answers as bytes in memory. Current on the writing process, elsewhere at most a second old. A write removes
 * dependents before its answer; earlier fills are not cached.
 */
export class AnswerCache {
  readonly #hub: Hub;
  readonly #enabled: boolean;
  /** Number of answers from the cache or shared fills, and of fills. */
  hits = 0;
  misses = 0;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #pending = new Map<string, PendingFill>();
  /** Number of each tag's last invalidation; cleared when no fill runs. */
  readonly #invalidatedAt = new Map<string, number>();
  /** Running fills, including replaced ones. */
  #fills = 0;
  #invalidations = 0;
  #bytes = 0;

  /** @param enabled false: always reads the database, for measurements. */
  constructor(hub: Hub, enabled: boolean) {
    this.#hub = hub;
    this.#enabled = enabled;
    hub.on(TOPIC, {
      onSignal: (tag) => this.#invalidateHere([tag]),
      onGap: () => this.#invalidateHere([EVERYTHING]),
    });
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the answer cached under this key, unless it has expired. */
  peek(key: string): OutgoingAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry || Date.now() - entry.startedAt >= LIFETIME) return undefined;
    this.hits += 1;
    return entry.answer;
  }

  /** Returns the cached answer, or that of a shared fill. `bypass`: reads again. */
  async get(key: string, fill: () => Promise<SharedAnswer>, bypass = false): Promise<OutgoingAnswer> {
    if (!this.#enabled) return new OutgoingAnswer((await fill()).json, null);
    const entry = bypass ? undefined : this.peek(key);
    if (entry) return entry;
    const pending = this.#pending.get(key);
    // Dependencies are unknown until the end: any invalidation prevents sharing.
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

  /** Removes dependents of these tags, here at once; call after the commit. */
  invalidate(tags: readonly string[]): void {
    this.#invalidateHere(tags);
    for (const tag of tags) this.#hub.tell(TOPIC, tag);
  }

  /** Clears all caches, for rare changes with many dependents. */
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

  /** Removes expired entries, which are first, by end of fill. */
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
