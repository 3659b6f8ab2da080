import type { Executor } from '../../platform/database/database.ts';
import { encodeEvent, type EventStream } from '../../platform/live/event-stream.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log/log.ts';
import { countUnreadOf, listTold } from './inbox.ts';

/** A student's id: something in their inbox changed. */
const TOPIC = 'inbox';
/** A post's id: lines that lead to it came or went. */
const POST_TOPIC = 'inbox-post';
/** A notice's id: it may be in everybody's inbox. */
const ALL_TOPIC = 'inbox-all';
/** What comes together is counted together, in milliseconds. */
const TOGETHER = 50;
/** So many students are counted in one statement: others get their turn in between. */
const BATCH = 200;
/** A signal can be lost with the process that should have sent it: those who look are counted again this often. */
const SWEEP_EVERY = 15_000;

/** One student who looks in this process. */
interface Follower {
  streams: Set<EventStream>;
  /** What they were told last. */
  unread: number | undefined;
}

/**
 * Tells open pages how many lines of their student's inbox are unread, over all processes. The number is read, never added
 * up, and sent to whom it is another one, or who was signalled: so a signal that is lost or comes twice does no harm.
 */
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

  /** Tells the student's open pages in every process; call it after the commit. */
  announce(userId: string): void {
    this.#hub.signal(TOPIC, userId);
  }

  /** The same for all whose lines lead to a post. */
  announcePost(postId: string): void {
    this.#hub.signal(POST_TOPIC, postId);
  }

  /** Sends a student's number to a stream of theirs, now and whenever it changes. */
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
      this.#note(await listTold(this.#database, postId, [...this.#followers.keys()]), true);
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'whom a post notifies could not be read');
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
      this.#log.warn({ error: (error as Error).message }, 'unread lines could not be counted');
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
