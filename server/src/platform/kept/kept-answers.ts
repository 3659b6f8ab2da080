import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Hub } from '../live/hub.ts';

/** A kept answer lives this long from the start of its fill, so a lost notice costs a second and no more. */
const LIVES = 1_000;
/** What all kept answers of a process may take together, before compression; the oldest go first. */
const BYTES_MAX = 64 * 1024 * 1024;
/** Shorter answers gain nothing by compression that a packet would notice. */
const GZIP_FROM = 1_024;
/** More remembered drops than this are forgotten together, with the fills that are on their way. */
const DROPS_REMEMBERED = 10_000;
const TOPIC = 'kept';
const EVERYTHING = '*';

/** An answer that is the same for everybody who may have it. */
export interface SharedAnswer {
  json: string;
  /** Works out what it depends on: a write that names one of these drops it. Null: not worth keeping. */
  tags: (() => readonly string[]) | null;
}

/** An answer as it goes out. */
export class OutgoingAnswer {
  /** Bytes of a kept answer; the text of another one, which is sent once only. */
  readonly body: Buffer | string;
  /** In bytes. */
  readonly length: number;
  /** Null for an answer that is not kept. Weak: plain and compressed it is the same answer in other bytes. */
  readonly etag: string | null;
  #gzipped: Promise<Buffer> | undefined;

  constructor(json: string, kept: boolean) {
    this.body = kept ? Buffer.from(json) : json;
    this.length = Buffer.byteLength(this.body);
    this.etag = kept ? `W/"${hash('sha1', this.body, 'base64url')}"` : null;
  }

  /** Compressed once for everybody; undefined when that is not worth it. */
  gzipped(): Promise<Buffer> | undefined {
    if (this.etag === null || this.length < GZIP_FROM) return undefined;
    return (this.#gzipped ??= promisify(gzip)(this.body, { level: 5 }));
  }
}

interface Kept {
  answer: OutgoingAnswer;
  tags: readonly string[];
  startedAt: number;
}

interface Filling {
  answer: Promise<OutgoingAnswer>;
  startedAt: number;
  /** How many drops there had been when it began. */
  drops: number;
}

/** Lets every process drop whatever it keeps: for writes beside the server, such as an operator's. */
export function dropKeptEverywhere(hub: Hub): void {
  hub.tell(TOPIC, EVERYTHING);
}

/**
 * Shared answers as encoded bytes in this process's memory. Never stale for a writer on the process that took
 * the write, and at most a second for anyone anywhere: a write drops what depends on it before it is
 * answered and tells the other processes; a fill that began before such a drop is thrown away; and whatever
 * is kept dies a second after its fill began.
 */
export class KeptAnswers {
  readonly #hub: Hub;
  readonly #enabled: boolean;
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  readonly #keysOf = new Map<string, Set<string>>();
  readonly #filling = new Map<string, Filling>();
  /** When each tag was last dropped, as a number of drops; emptied when no fill is on its way. */
  readonly #droppedAt = new Map<string, number>();
  /** Fills on their way, also those that a newer one has replaced. */
  #fills = 0;
  #drops = 0;
  #bytes = 0;

  /** @param enabled false: every question is answered from the database, for measurements. */
  constructor(hub: Hub, enabled: boolean) {
    this.#hub = hub;
    this.#enabled = enabled;
    hub.on(TOPIC, {
      onSignal: (tag) => this.#dropHere([tag]),
      onGap: () => this.#dropHere([EVERYTHING]),
    });
  }

  /** How many bytes are kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is kept under this key and still lives. */
  peek(key: string): OutgoingAnswer | undefined {
    const kept = this.#kept.get(key);
    return kept && Date.now() - kept.startedAt < LIVES ? kept.answer : undefined;
  }

  /**
   * What is kept under this key, or the answer of a new fill, which those who ask meanwhile share. `past`: goes
   * past what is kept and past fills of others.
   */
  async ask(key: string, fill: () => Promise<SharedAnswer>, past = false): Promise<OutgoingAnswer> {
    if (!this.#enabled) return new OutgoingAnswer((await fill()).json, false);
    const kept = past ? undefined : this.peek(key);
    if (kept) return kept;
    const filling = this.#filling.get(key);
    // What a fill depends on is known at its end only, so after any drop nobody joins an older one.
    if (filling && !past && filling.drops === this.#drops && Date.now() - filling.startedAt < LIVES)
      return filling.answer;
    const started: Filling = {
      startedAt: Date.now(),
      drops: this.#drops,
      answer: fill().then((answer) => this.#settle(key, started, answer)),
    };
    this.#filling.set(key, started);
    this.#fills += 1;
    try {
      return await started.answer;
    } finally {
      if (this.#filling.get(key) === started) this.#filling.delete(key);
      this.#fills -= 1;
      if (this.#fills === 0) this.#droppedAt.clear();
    }
  }

  /** Drops what depends on any of these, here at once and in the other processes; call it after the commit. */
  drop(tags: readonly string[]): void {
    this.#dropHere(tags);
    for (const tag of tags) this.#hub.tell(TOPIC, tag);
  }

  /** Drops everything, everywhere: for what is rare and shows in many places, such as a changed nickname. */
  dropAll(): void {
    this.drop([EVERYTHING]);
  }

  #settle(key: string, filling: Filling, { json, tags }: SharedAnswer): OutgoingAnswer {
    const answer = new OutgoingAnswer(json, tags !== null);
    if (tags === null) return answer;
    const names = tags();
    const stale = [EVERYTHING, ...names].some((tag) => (this.#droppedAt.get(tag) ?? 0) > filling.drops);
    const earlier = this.#kept.get(key);
    if (stale || (earlier && earlier.startedAt > filling.startedAt)) return answer;
    this.#remove(key);
    this.#kept.set(key, { answer, tags: names, startedAt: filling.startedAt });
    this.#bytes += answer.length;
    for (const tag of names) {
      const keys = this.#keysOf.get(tag) ?? new Set();
      this.#keysOf.set(tag, keys.add(key));
    }
    this.#removeOld();
    return answer;
  }

  /** Entries stand in the order of their fills' ends, so the dead are in front; a few are looked at each time. */
  #removeOld(): void {
    const now = Date.now();
    for (const [key, { startedAt }] of this.#kept) {
      if (now - startedAt < LIVES && this.#bytes <= BYTES_MAX) break;
      this.#remove(key);
    }
  }

  #dropHere(tags: readonly string[]): void {
    this.#drops += 1;
    if (this.#droppedAt.size > DROPS_REMEMBERED) {
      this.#droppedAt.clear();
      this.#droppedAt.set(EVERYTHING, this.#drops);
    }
    for (const tag of tags) {
      if (this.#fills > 0) this.#droppedAt.set(tag, this.#drops);
      const keys = tag === EVERYTHING ? this.#kept.keys() : (this.#keysOf.get(tag) ?? []);
      for (const key of keys) this.#remove(key);
    }
  }

  #remove(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.answer.length;
    for (const tag of kept.tags) {
      const keys = this.#keysOf.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysOf.delete(tag);
    }
  }
}
