import { LIVE_CATCH_UP_MAX } from '@madang/contract/replies/rules';
import type { Database } from '../../database/database.ts';
import { encodeEvent, type EventStream } from '../../live/event-stream.ts';
import type { Hub } from '../../live/hub.ts';
import type { Logger } from '../../log/log.ts';
import { type HiddenReply, listHiddenReplies } from './moderation.ts';
import {
  countReplyLikes,
  findReply,
  listEditedReplies,
  listNewReplies,
  listPostHeads,
  LIVE_PART,
  type NewReplyRow,
  type PostHead,
} from './reply-rows.ts';

const TOPIC = 'replies';
const VISIBILITY_TOPIC = 'visibility';
const EDITS_TOPIC = 'edits';
/** Milliseconds between polls of open posts: signals may be lost. */
const SWEEP_EVERY = 5_000;

interface Frame {
  number: number;
  bytes: Buffer;
}

interface Reader {
  stream: EventStream;
  cursor: number;
  /** Whether it catches up in parts by itself, including newer replies. */
  behind: boolean;
}

/** A post with live readers in this process. */
interface Topic {
  readers: Set<Reader>;
  joining: number;
  /** Last number sent to readers; null until the post's state is known. */
  lastNumber: number | null;
  /** Other state known to readers; null until the post's state is known. */
  known: KnownState | null;
  /** Resolves when readers received the changes being read. */
  telling: Promise<void>;
  pumping: Promise<void> | null;
  /** Whether a signal arrived that is not processed yet. */
  again: boolean;
}

/** Notifies readers of a hidden, deleted or restored post or reply; call after commit. */
export function announceVisibility(hub: Hub, postId: string): void {
  hub.signal(VISIBILITY_TOPIC, postId);
}

/** Notifies readers of an edited post or reply, after commit. */
export function announceEdit(hub: Hub, postId: string): void {
  hub.signal(EDITS_TOPIC, postId);
}

/** Live replies of the process's open posts. Numbers follow commits: topics only read newer ones, each once. */
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
      // The other topic's gap handler already checks every open post.
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

  /** Notifies all readers of a new reply, after commit. */
  announce(postId: string): void {
    this.#hub.signal(TOPIC, postId);
  }

  /** Notifies them of an edit, after commit. */
  announceEdit(postId: string): void {
    announceEdit(this.#hub, postId);
  }

  /** Notifies them of hiding, deletion or restoring; call after commit. */
  announceVisibility(postId: string): void {
    announceVisibility(this.#hub, postId);
  }

  /** Notifies them of a changed like of a reply; call after commit. */
  announceLike(postId: string, replyId: string): void {
    this.#likes.announce(postId, replyId);
  }

  /**
   * Opens a stream of every reply after `after`, or from now, once and in order [CA-06]; null without a visible post.
   * Further behind than 500, readers receive `reset`. An up-to-date reader costs one query: thousands join at a takeover.
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
    // Incremented first, so that later signals are not missed.
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
      // Replies already sent are read separately; newer ones come from the topic.
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

  /** Sends missing replies in parts, waiting for each to drain, to bound memory. */
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
          // The remaining replies up to that number are invisible.
          if (rows.length < LIVE_PART) reader.cursor = Math.max(reader.cursor, upTo);
        }
        if (!(await stream.drained())) return;
      }
      // No await since the comparison: later replies come from the topic.
      reader.behind = false;
    } catch (error) {
      this.#log.warn({ error: (error as Error).message }, 'missed replies not read');
      // The client reconnects and resumes by number.
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

  /** Checks posts for lost signals. `closely` also detects a swap of hidden replies. */
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
      this.#log.warn({ error: (error as Error).message }, 'open posts not checked');
    }
  }

  async #catchUp(postId: string, topic: Topic, head: PostHead, closely: boolean): Promise<void> {
    const { lastNumber, known } = topic;
    if (lastNumber === null || known === null) return;
    if (head.last_reply_number > lastNumber) this.#pump(postId);
    // Serialized: each compares with the state that the previous one sent.
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
  // A single frame, the usual case, shares its memory among readers.
  reader.stream.send(first === last ? first.bytes : Buffer.concat(missing.map(({ bytes }) => bytes)));
}

/** Returns the JSON of a visible post; undefined if invisible. */
type FindPostJson = (postId: string) => Promise<string | undefined>;

/** State of a post known to its readers, apart from reply numbers. */
interface KnownState {
  /** The hidden replies and which of them left a line. */
  hidden: Map<string, HiddenReply>;
  lastEdit: number;
  revision: number;
  /** The accepted reply, while visible. */
  accepted: string | null;
}

/** Returns a post's state when its first reader joins. */
async function readState(database: Database, head: PostHead): Promise<KnownState> {
  const hidden = head.hidden_replies
    ? await listHiddenReplies(database, head.id)
    : new Map<string, HiddenReply>();
  return {
    hidden,
    lastEdit: head.last_reply_edit,
    revision: head.revision,
    accepted: head.accepted_reply_id,
  };
}

/**
 * Updates the known state and returns events of changes, without event ids: readers resume by new replies. `closely` also
 * detects a swap of hidden replies.
 */
async function readChanges(
  { database, findPostJson }: { database: Database; findPostJson: FindPostJson },
  known: KnownState,
  head: PostHead,
  closely: boolean,
): Promise<Buffer> {
  const frames: Buffer[] = [];
  if (head.revision > known.revision || head.accepted_reply_id !== known.accepted) {
    known.revision = Math.max(known.revision, head.revision);
    known.accepted = head.accepted_reply_id;
    const json = await findPostJson(head.id);
    if (json !== undefined) frames.push(encodeEvent({ name: 'post', data: json }));
  }
  if (head.last_reply_edit > known.lastEdit) {
    const edited = await listEditedReplies(database, head.id, known.lastEdit);
    known.lastEdit = Math.max(known.lastEdit, head.last_reply_edit);
    frames.push(...edited.map(({ json }) => encodeEvent({ name: 'changed', data: json })));
  }
  if (closely || head.hidden_replies !== known.hidden.size)
    frames.push(...(await readVisibility(database, known, head.id)));
  return Buffer.concat(frames);
}

/** Also covers placeholder lines that appear or disappear. */
async function readVisibility(database: Database, known: KnownState, postId: string): Promise<Buffer[]> {
  const before = known.hidden;
  known.hidden = await listHiddenReplies(database, postId);
  const frames: Buffer[] = [];
  for (const [id, { line, unseen }] of known.hidden) {
    const earlier = before.get(id);
    if (earlier ? earlier.line === line : unseen) continue;
    const json = line ? (await findReply(database, id))?.json : undefined;
    frames.push(json ? encodeEvent({ name: 'changed', data: json }) : encodeChange('removed', id));
  }
  for (const id of before.keys()) if (!known.hidden.has(id)) frames.push(encodeChange('restored', id));
  return frames;
}

function encodeChange(name: 'removed' | 'restored', id: string): Buffer {
  return encodeEvent({ name, data: JSON.stringify({ id }) });
}

const LIKES_TOPIC = 'likes';
/** Milliseconds for which likes of a post are collected. */
const TOGETHER = 800;

/** Likes of an open post not sent to its readers yet. */
interface Waiting {
  replyIds: Set<string>;
  /** Runs until readers may be notified; null while notifying. */
  timer: NodeJS.Timeout | null;
}

interface Dependencies {
  isOpen(postId: string): boolean;
  countLikes(replyIds: readonly string[]): Promise<Record<string, number>>;
  /** Sends the same bytes to every reader. */
  send(postId: string, bytes: Buffer): void;
  onFailure(error: Error): void;
}

/**
 * Sends like counts to open pages, at most about one query a second and post. Counts are read, which corrects lost
 * signals.
 */
class LikeSignals {
  readonly #hub: Hub;
  readonly #dependencies: Dependencies;
  readonly #waiting = new Map<string, Waiting>();

  constructor(hub: Hub, dependencies: Dependencies) {
    this.#hub = hub;
    this.#dependencies = dependencies;
    hub.on(LIKES_TOPIC, { onSignal: (id) => this.#note(id), onGap: () => {} });
  }

  /** Notifies all processes of a changed like, after commit. */
  announce(postId: string, replyId: string): void {
    this.#hub.signal(LIKES_TOPIC, `${postId}/${replyId}`);
  }

  close(): void {
    for (const { timer } of this.#waiting.values()) if (timer) clearTimeout(timer);
    this.#waiting.clear();
  }

  #note(id: string): void {
    const [postId = '', replyId = ''] = id.split('/');
    if (!this.#dependencies.isOpen(postId)) return;
    const waiting = this.#waiting.get(postId);
    if (waiting) return void waiting.replyIds.add(replyId);
    const first: Waiting = { replyIds: new Set([replyId]), timer: null };
    this.#waiting.set(postId, first);
    void this.#tell(postId, first);
  }

  async #tell(postId: string, waiting: Waiting): Promise<void> {
    const ids = [...waiting.replyIds];
    waiting.replyIds.clear();
    waiting.timer = null;
    if (ids.length === 0) return void this.#waiting.delete(postId);
    const end = performance.now() + TOGETHER;
    try {
      const counts = await this.#dependencies.countLikes(ids);
      this.#dependencies.send(postId, encodeEvent({ name: 'likes', data: JSON.stringify(counts) }));
    } catch (error) {
      this.#dependencies.onFailure(error as Error);
    }
    if (this.#waiting.get(postId) !== waiting) return;
    const rest = Math.max(0, end - performance.now());
    waiting.timer = setTimeout(() => void this.#tell(postId, waiting), rest).unref();
  }
}
