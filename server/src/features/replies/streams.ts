import { LIVE_CATCH_UP_MAX } from '@madang/contract/replies/rules';
import type { Database } from '../../platform/database/database.ts';
import { encodeEvent, type EventStream } from '../../platform/live/event-stream.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Logger } from '../../platform/log/log.ts';
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

/** The post as everybody sees it, as JSON; undefined when it cannot be seen. */
type FindPostJson = (postId: string) => Promise<string | undefined>;

/** What the readers of a post know of it beside its replies' numbers. */
interface KnownState {
  /** The replies that are hidden, and which of them left a line. */
  hidden: Map<string, HiddenReply>;
  /** The number of the last edit of a reply. */
  lastEdit: number;
  /** The post's own revision. */
  revision: number;
  /** Which reply the asker accepted, while it can be seen. */
  accepted: string | null;
}

/** Where a post stands when its first reader joins. */
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
 * Reads what is different from what readers know, brings that up to date and answers the events that say so: the post again,
 * edited replies, hidden and restored ones. They carry no event id: what a reader resumes from are new replies only.
 * `closely`: looks at hidden replies too when their number is what it was, since one may be hidden and another restored.
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

/** Also when a reply that was gone leaves a line now, or its line goes with the last reply to it. */
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
/** Open pages follow within a second: so long are likes of a post collected, and the rest is for the way. */
const TOGETHER = 800;

/** The likes of one open post that its readers have not been told of. */
interface Waiting {
  replyIds: Set<string>;
  /** Runs until its readers may be notified again; null while they are being told. */
  timer: NodeJS.Timeout | null;
}

interface Dependencies {
  /** Whether somebody of this process reads the post live. */
  isOpen(postId: string): boolean;
  countLikes(replyIds: readonly string[]): Promise<Record<string, number>>;
  /** Hands the same bytes to every reader. */
  send(postId: string, bytes: Buffer): void;
  onFailure(error: Error): void;
}

/**
 * Tells open pages how many likes replies have: the first of a post at once, then what came together, so that a post costs
 * each process little more than one query a second, however many like its replies. The counts are read, never added up:
 * a signal that was lost heals with the next one for the reply.
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

  /** Tells every process that a reply was liked, or no more; call it after the commit. */
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
