import type { Database } from '../../platform/database/database.ts';
import { encodeEvent } from '../../platform/live/event-stream.ts';
import { listEditedReplies } from './edits.queries.ts';
import { listHiddenReplies, type HiddenReply } from './moderation.queries.ts';
import { findReply, type PostHead } from './replies.queries.ts';

/** The post as everybody sees it, as JSON; undefined when it cannot be seen. */
export type FindPostJson = (postId: string) => Promise<string | undefined>;

/** What the readers of a post know of it beside its replies' numbers. */
export interface KnownState {
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
export async function readState(database: Database, head: PostHead): Promise<KnownState> {
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
export async function readChanges(
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
