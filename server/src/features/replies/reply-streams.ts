import { LIVE_CATCH_UP_MAX } from '@madang/contract/replies/rules';
import type { Database } from '../../platform/database/database.ts';
import { encodeEvent, type EventStream } from '../../platform/live/event-stream.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log/log.ts';
import { LikeSignals } from './like-signals.ts';
import { readChanges, readState, type FindPostJson, type KnownState } from './reply-changes.ts';
import {
  listNewReplies,
  listPostHeads,
  LIVE_PART,
  type NewReplyRow,
  type PostHead,
} from './replies.queries.ts';
import { countReplyLikes } from './threads.queries.ts';

const TOPIC = 'replies';
const VISIBILITY_TOPIC = 'visibility';
const EDITS_TOPIC = 'edits';
/** A signal can be lost with the process that should have sent it: open posts are looked at this often. */
const SWEEP_EVERY = 5_000;

interface Frame {
  number: number;
  bytes: Buffer;
}

/** One open stream, and what it has. */
interface Reader {
  stream: EventStream;
  cursor: number;
  /** It reads what it lacks by itself, in parts, and what is new meanwhile too. */
  behind: boolean;
}

/** One post somebody of this process reads live. */
interface Topic {
  readers: Set<Reader>;
  /** How many look at where the post stands and are about to read it. */
  joining: number;
  /** The last number that was handed to readers; null until it is known where the post stands. */
  lastNumber: number | null;
  /** What readers know beside that; null until it is known where the post stands. */
  known: KnownState | null;
  /** Resolves when the readers were notified of the changes that were being read. */
  telling: Promise<void>;
  pumping: Promise<void> | null;
  /** Something was announced that is not read yet. */
  again: boolean;
}

/**
 * Tells the readers of every process that a post or one of its replies was hidden, deleted or restored; call it
 * after the commit.
 */
export function announceVisibility(hub: Hub, postId: string): void {
  hub.signal(VISIBILITY_TOPIC, postId);
}

/** The same of a post or reply that was edited. */
export function announceEdit(hub: Hub, postId: string): void {
  hub.signal(EDITS_TOPIC, postId);
}

/**
 * Live replies of every post that is open in this process. Numbers follow commits, so a topic only ever asks
 * for "newer than the last one"; each reply is read and encoded once and its bytes go to every reader.
 */
export class ReplyStreams {
  readonly #database: Database;
  readonly #hub: Hub;
  readonly #log: Logger;
  readonly #sources: { database: Database; findPostJson: FindPostJson };
  readonly #topics = new Map<string, Topic>();
  readonly #likes: LikeSignals;
  readonly #timer: NodeJS.Timeout;

  constructor(database: Database, hub: Hub, log: Logger, findPostJson: FindPostJson) {
    this.#database = database;
    this.#sources = { database, findPostJson };
    this.#hub = hub;
    this.#log = log;
    hub.on(TOPIC, { onSignal: (postId) => this.#pump(postId), onGap: () => this.#sweep() });
    hub.on(EDITS_TOPIC, { onSignal: (postId) => void this.#review([postId], false), onGap: () => {} });
    hub.on(VISIBILITY_TOPIC, {
      onSignal: (postId) => void this.#review([postId], true),
      // The gap of the other topic already looks at every open post.
      onGap: () => {},
    });
    this.#likes = new LikeSignals(hub, {
      isOpen: (postId) => this.#topics.has(postId),
      countLikes: (replyIds) => countReplyLikes(database, replyIds),
      send: (postId, bytes) => this.#topics.get(postId)?.readers.forEach(({ stream }) => stream.send(bytes)),
      onFailure: ({ message }) => log.warn({ error: message }, 'likes of replies could not be counted'),
    });
    this.#timer = setInterval(() => this.#sweep(), SWEEP_EVERY).unref();
  }

  /** Tells the readers of every process that the post has something new; call it after the commit. */
  announce(postId: string): void {
    this.#hub.signal(TOPIC, postId);
  }

  /** Tells them that the post or one of its replies was edited; call it after the commit. */
  announceEdit(postId: string): void {
    announceEdit(this.#hub, postId);
  }

  /** Tells them that the post or one of its replies was hidden, deleted or restored; call it after the commit. */
  announceVisibility(postId: string): void {
    announceVisibility(this.#hub, postId);
  }

  /** Tells them that a reply of the post was liked, or no more; call it after the commit. */
  announceLike(postId: string, replyId: string): void {
    this.#likes.announce(postId, replyId);
  }

  /**
   * Opens a stream and sends it everything after `after` and from then on every new reply, each once and in order
   * [CA-06]. Without `after` it begins now. A reader more than 500 behind gets `reset` and begins now: it must read
   * the list again. Answers null, and opens nothing, when there is no such post that can be seen.
   *
   * Thousands join within seconds when a server takes over, so one question about the post is all that a reader
   * costs who has everything already.
   *
   * @throws {DatabaseError}
   */
  async join(postId: string, after: number | null, open: () => EventStream): Promise<EventStream | null> {
    const topic = this.#topics.get(postId) ?? {
      readers: new Set(),
      joining: 0,
      lastNumber: null,
      known: null,
      telling: Promise.resolve(),
      pumping: null,
      again: false,
    };
    this.#topics.set(postId, topic);
    // Before the post is looked at: whatever is announced from here on is not in that look.
    topic.joining += 1;
    try {
      const [head] = await listPostHeads(this.#database, [postId]);
      if (!head) return null;
      await this.#startTopic(postId, topic, head);
      const stream = open();
      const last = Math.max(topic.lastNumber ?? 0, head.last_reply_number);
      const reader: Reader = { stream, cursor: after ?? last, behind: false };
      topic.readers.add(reader);
      stream.onClose(() => {
        topic.readers.delete(reader);
        this.#letGo(postId, topic);
      });
      // What the topic has handed out already comes to this reader by nobody else; what it has not, by the topic.
      if (reader.cursor < (topic.lastNumber ?? 0)) void this.#sendMissed(postId, topic, reader);
      if (head.last_reply_number > (topic.lastNumber ?? 0)) this.#pump(postId);
      return stream;
    } finally {
      topic.joining -= 1;
      this.#letGo(postId, topic);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#likes.close();
  }

  #letGo(postId: string, topic: Topic): void {
    const idle = topic.readers.size === 0 && topic.joining === 0;
    if (idle && this.#topics.get(postId) === topic) this.#topics.delete(postId);
  }

  /**
   * Sends a reader what it lacks, the next part when it has taken the one before: however much that is and however slow the
   * reader, one part is in memory, and it arrives.
   */
  async #sendMissed(postId: string, topic: Topic, reader: Reader): Promise<void> {
    const { stream } = reader;
    reader.behind = true;
    try {
      for (;;) {
        const upTo = topic.lastNumber ?? 0;
        if (reader.cursor >= upTo) break;
        if (upTo - reader.cursor > LIVE_CATCH_UP_MAX) {
          reader.cursor = upTo;
          stream.send(encodeEvent({ name: 'reset', data: '{}', id: upTo }));
        } else {
          const rows = await listNewReplies(this.#database, postId, reader.cursor);
          deliver(reader, rows.map(encodeReply));
          // The rest up to there cannot be seen.
          if (rows.length < LIVE_PART) reader.cursor = Math.max(reader.cursor, upTo);
        }
        if (!(await stream.drained())) return;
      }
      // Nothing is waited for since its cursor was compared: whatever comes next comes from the topic.
      reader.behind = false;
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'missed replies could not be read');
      // The reader comes back and resumes by number.
      stream.close();
    }
  }

  async #startTopic(postId: string, topic: Topic, head: PostHead): Promise<void> {
    if (topic.lastNumber !== null) return;
    const known = await readState(this.#database, head);
    topic.known ??= known;
    topic.lastNumber ??= head.last_reply_number;
    if (!topic.again) return;
    topic.again = false;
    this.#pump(postId);
  }

  #pump(postId: string): void {
    const topic = this.#topics.get(postId);
    if (!topic) return;
    if (topic.pumping || topic.lastNumber === null) {
      topic.again = true;
      return;
    }
    topic.pumping = this.#sendNew(postId, topic)
      .catch((error: Error) => this.#log.warn({ error: error.message }, 'new replies could not be read'))
      .finally(() => {
        topic.pumping = null;
        if (topic.again) {
          topic.again = false;
          this.#pump(postId);
        }
      });
  }

  async #sendNew(postId: string, topic: Topic): Promise<void> {
    for (;;) {
      const rows = await listNewReplies(this.#database, postId, topic.lastNumber ?? 0);
      const last = rows.at(-1);
      if (!last) return;
      topic.lastNumber = last.number;
      const frames = rows.map(encodeReply);
      for (const reader of topic.readers) if (!reader.behind) deliver(reader, frames);
      if (rows.length < LIVE_PART) return;
    }
  }

  #sweep(): void {
    if (this.#topics.size > 0) void this.#review([...this.#topics.keys()], false);
  }

  /**
   * Looks at where the posts stand, whatever signals were lost. `closely`: at their hidden replies too when
   * their number is what it was, since one may be hidden and another restored.
   */
  async #review(postIds: readonly string[], closely: boolean): Promise<void> {
    const asked = postIds.filter((postId) => this.#topics.has(postId));
    if (asked.length === 0) return;
    try {
      const heads = new Map((await listPostHeads(this.#database, asked)).map((head) => [head.id, head]));
      for (const postId of asked) {
        const topic = this.#topics.get(postId);
        const head = heads.get(postId);
        if (!topic) continue;
        if (!head) for (const { stream } of topic.readers) stream.close();
        else await this.#catchUp(postId, topic, head, closely);
      }
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'open posts could not be looked at');
    }
  }

  async #catchUp(postId: string, topic: Topic, head: PostHead, closely: boolean): Promise<void> {
    const { lastNumber, known } = topic;
    if (lastNumber === null || known === null) return;
    if (head.last_reply_number > lastNumber) this.#pump(postId);
    // One after the other: each looks for what is different from what the one before has told.
    const told = topic.telling.then(async () => {
      const bytes = await readChanges(this.#sources, known, head, closely);
      if (bytes.length > 0) for (const { stream } of topic.readers) stream.send(bytes);
    });
    topic.telling = told.catch(() => {});
    await told;
  }
}

function encodeReply({ number, json }: NewReplyRow): Frame {
  return { number, bytes: encodeEvent({ name: 'reply', id: number, data: json }) };
}

function deliver(reader: Reader, frames: readonly Frame[]): void {
  const missing = frames.filter(({ number }) => number > reader.cursor);
  const [first] = missing;
  const last = missing.at(-1);
  if (!first || !last) return;
  reader.cursor = last.number;
  // One frame, as nearly always, is the same memory for every reader.
  reader.stream.send(first === last ? first.bytes : Buffer.concat(missing.map(({ bytes }) => bytes)));
}
