import type { Executor } from '../../database/database.ts';
import { encodeEvent, type EventStream } from '../../live/event-stream.ts';
import type { Hub } from '../../live/hub.ts';
import type { Logger } from '../../log/log.ts';
import { countUnreadOf, listNotified } from './inbox.ts';

/** Signal with a student's id: their inbox changed. */
const TOPIC = 'inbox';
/** Signal with a post's id: lines about it changed. */
const POST_TOPIC = 'inbox-post';
/** Signal with a notice's id: any inbox may contain it. */
const ALL_TOPIC = 'inbox-all';
/** Debounce interval, in milliseconds. */
const TOGETHER = 50;
/** Students counted per statement; other queries run in between. */
const BATCH = 200;
/** Recount interval in milliseconds; a crashed process may lose a signal. */
const SWEEP_EVERY = 15_000;

/** A student with open streams in this process. */
interface Follower {
  streams: Set<EventStream>;
  /** Last count sent. */
  unread: number | undefined;
}

/** Sends unread counts to open pages of all processes. Rereads counts, which tolerates lost or repeated signals. */
export class InboxStreams {
  readonly #database: Executor;
  readonly #hub: Hub;
  readonly #log: Logger;
  readonly #followers = new Map<string, Follower>();
  readonly #sweep: NodeJS.Timeout;
  #waiting = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;
  #telling = false;

  constructor(database: Executor, hub: Hub, log: Logger) {
    this.#database = database;
    this.#hub = hub;
    this.#log = log;
    hub.on(TOPIC, { onSignal: (userId) => this.#note([userId], true), onGap: () => this.#noteAll() });
    hub.on(POST_TOPIC, { onSignal: (postId) => void this.#notePost(postId), onGap: () => {} });
    hub.on(ALL_TOPIC, { onSignal: () => this.#noteAll(), onGap: () => {} });
    this.#sweep = setInterval(() => this.#noteAll(), SWEEP_EVERY).unref();
  }

  /** Notifies the student's open pages in every process; call after commit. */
  announce(userId: string): void {
    this.#hub.signal(TOPIC, userId);
  }

  /** Notifies all students whose lines lead to a post. */
  announcePost(postId: string): void {
    this.#hub.signal(POST_TOPIC, postId);
  }

  /** Sends a student's unread count to a stream, and its changes. */
  follow(userId: string, stream: EventStream): void {
    const follower = this.#followers.get(userId) ?? { streams: new Set(), unread: undefined };
    this.#followers.set(userId, follower);
    follower.streams.add(stream);
    stream.onClose(() => {
      follower.streams.delete(stream);
      if (follower.streams.size === 0 && this.#followers.get(userId) === follower)
        this.#followers.delete(userId);
    });
    this.#note([userId], true);
  }

  close(): void {
    clearInterval(this.#sweep);
    clearTimeout(this.#timer);
    this.#followers.clear();
  }

  #noteAll(): void {
    this.#note([...this.#followers.keys()], false);
  }

  async #notePost(postId: string): Promise<void> {
    if (this.#followers.size === 0) return;
    try {
      this.#note(await listNotified(this.#database, postId, [...this.#followers.keys()]), true);
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'recipients of a post not read');
    }
  }

  #note(userIds: readonly string[], sure: boolean): void {
    for (const userId of userIds)
      if (this.#followers.has(userId))
        this.#waiting.set(userId, sure || (this.#waiting.get(userId) ?? false));
    if (this.#waiting.size > 0 && !this.#telling)
      this.#timer ??= setTimeout(() => void this.#tell(), TOGETHER).unref();
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    this.#telling = true;
    const waiting = [...this.#waiting];
    this.#waiting = new Map();
    try {
      for (let start = 0; start < waiting.length; start += BATCH)
        await this.#tellSome(waiting.slice(start, start + BATCH));
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'unread notifications not counted');
    } finally {
      this.#telling = false;
      this.#note([], false);
    }
  }

  async #tellSome(waiting: readonly (readonly [string, boolean])[]): Promise<void> {
    const counts = await countUnreadOf(
      this.#database,
      waiting.map(([userId]) => userId),
    );
    for (const [userId, sure] of waiting) {
      const follower = this.#followers.get(userId);
      const unread = counts.get(userId);
      if (!follower || unread === undefined || (!sure && follower.unread === unread)) continue;
      follower.unread = unread;
      const bytes = encodeEvent({ name: 'inbox', data: JSON.stringify({ unread }) });
      for (const stream of follower.streams) stream.send(bytes);
    }
  }
}
