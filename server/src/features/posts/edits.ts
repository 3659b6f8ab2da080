import type { Campus } from '@madang/campus/campus';
import { placeKeywords } from '@madang/campus/load-campus';
import {
  EDITS_MAX,
  UNDO_GRACE_SECONDS,
  UNDO_SECONDS,
  UNMARKED_MINUTES,
} from '@madang/contract/own-content/rules';
import type { BoardKind } from '@madang/contract/posts/rules';
import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import type { ChosenPicture, OwnPicture } from '@madang/contract/uploads/schema';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { HOTS_TAG, KEYWORDS_TAG, postTag, tagsOfNewPost } from './cache-tags.ts';
import { OWN_PICTURES } from './json.ts';
import {
  findHiddenPostJson,
  findPostJson,
  type HoldLinks,
  insertPostKeywords,
  lockAuthor,
  marksOf,
  requireAuthor,
  type RequireMayWrite,
  requireOwn,
  requirePostFields,
  requireWritable,
} from './posts.ts';
import { arePicturesSame, readPictures, replacePictures } from './pictures.ts';
import {
  areSameKeywords,
  isSameText,
  linkText,
  type PostText,
  putPostText,
  tidyText,
} from './search-text.ts';

/** What edits and deletions of posts work with. */
export interface EditsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  requireMayWrite?: RequireMayWrite | undefined;
  holdLinks?: HoldLinks | undefined;
  /** Tell the open pages of every process what happened to a post; called after the commit. */
  streams: { announceEdit(postId: string): void; announceVisibility(postId: string): void };
}

interface PostEdit extends PostText {
  /** The revision that was on the screen. */
  revision: number;
  /** The whole new list; undefined where the pictures stay as they are. */
  pictures?: readonly ChosenPicture[] | undefined;
}

/** What may be edited of an own post now. */
interface EditablePost extends PostEdit {
  keywords: string[];
  pictures: OwnPicture[];
  titleFrozen: boolean;
  editsLeft: number;
}

/**
 * What the edit screen begins with: the text as it stands, and what of it may not be touched [OW-04].
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`.
 */
export async function readEditablePost(
  { database }: Pick<EditsDependencies, 'database'>,
  session: Session,
  id: string,
): Promise<EditablePost> {
  const post = requireOwn(await readOwnPost(database, id), session);
  const { answered, popular } = await readReception(database, id);
  return {
    revision: post.revision,
    title: post.title,
    body: post.body,
    keywords: post.keywords,
    pictures: post.pictures,
    titleFrozen: answered || popular,
    editsLeft: Math.max(0, EDITS_MAX + 1 - post.revision),
  };
}

/**
 * Puts a new text in the place of an own post's [OW-01 to OW-04]: right, rules, keywords and the earlier version in one
 * transaction. An edit that changes nothing, and the same edit sent again, answer with the post as it is.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `right.required`, `input.invalid` (also for a frozen title),
 *   `edit.outdated` with what stands there now, `edit.limit`, `upload.used`.
 */
export async function editPost(
  dependencies: EditsDependencies,
  session: Session,
  id: string,
  edit: PostEdit,
): Promise<string> {
  const text = { ...tidyText(edit), pictures: readPictures(edit.pictures) };
  return dependencies.database.transaction(async (transaction) => {
    // Also when it was saved already: perhaps by another process, whose notice is still on its way.
    transaction.afterCommit(() => dependencies.cache.invalidate([postTag(id), KEYWORDS_TAG]));
    const author = await lockAuthor(transaction, session.userId);
    if (!author) throw new ProblemError('session.required');
    const locked = await lockPost(transaction, id);
    const { settings } = dependencies.campus;
    if (locked && isSavedAndHidden(locked, session, edit.revision, text)) {
      const saved = await findHiddenPostJson(transaction, settings.operatorLabel, id);
      if (saved) return saved;
    }
    const post = requireOwn(locked, session);
    const kind = requireWritable(post.kind, author.writing_right);
    await dependencies.requireMayWrite?.(transaction, session.userId, { buildingId: post.building_id });
    // What it carries may stay, also a keyword that the campus has given up since.
    requirePostFields(text, kind, {
      place: [...placeKeywords(dependencies.campus), ...post.keywords],
      festival: [...settings.festivalKeywords, ...post.keywords],
    });
    if (!isSame(post, text)) {
      await replaceText(transaction, session, post, edit.revision, text);
      transaction.afterCommit(() => dependencies.streams.announceEdit(id));
    } else if (edit.revision > post.revision) throw outdated(post);
    const json = await findPostJson(transaction, settings.operatorLabel, id);
    if (!json) throw new ProblemError('server.failed');
    const pictures = text.pictures ?? post.pictures;
    const texts = { text: linkText({ ...text, pictures }), before: linkText(post) };
    await dependencies.holdLinks?.(transaction, session.userId, { kind: 'post', id, postId: id, ...texts });
    return json;
  });
}

type EditedText = PostText & Pick<PostEdit, 'pictures'>;

function isSame(post: OwnPostRow, text: EditedText): boolean {
  return isSameText(post, text) && arePicturesSame(post.pictures, text.pictures ?? post.pictures);
}

/** The same edit sent again, after a link in it let it be held. */
function isSavedAndHidden(post: OwnPostRow, session: Session, revision: number, text: EditedText): boolean {
  const own = post.hidden && !post.deleted && post.author_id === session.userId;
  return own && revision < post.revision && isSame(post, text);
}

async function replaceText(
  transaction: Transaction,
  session: Session,
  post: OwnPostRow,
  revision: number,
  text: EditedText,
): Promise<void> {
  if (revision !== post.revision) throw outdated(post);
  if (post.revision > EDITS_MAX) throw new ProblemError('edit.limit');
  const { answered, popular, recent } = await readReception(transaction, post.id);
  if (text.title !== post.title && (answered || popular)) refuseFields({ title: 'title.frozen' });
  await updatePost(transaction, post, text, answered || !recent);
  if (text.pictures && !arePicturesSame(post.pictures, text.pictures))
    await replacePictures(transaction, session, post.id, text.pictures);
  if (areSameKeywords(post, text)) return;
  await deletePostKeywords(transaction, post.id);
  await insertPostKeywords(transaction, post.id, marksOf(post, text.keywords));
}

function outdated({ revision, title, body, keywords, pictures }: OwnPostRow): ProblemError {
  return new ProblemError('edit.outdated', { newer: { revision, title, body, keywords, pictures } });
}

/** What deletions work with. */
export type DeletionsDependencies = Pick<EditsDependencies, 'database' | 'cache' | 'streams'>;

/** Refuses what its author may not delete, the post being locked. @throws {ProblemError} */
type RequireDeletable = (transaction: Transaction, post: OwnPostRow) => void | Promise<void>;

/** Others wait for a ticket: it is withdrawn, by its own rules. */
const refuseTicket: RequireDeletable = (_, post) => {
  if (post.building_id === TICKET_BOARD) throw new ProblemError('board.readOnly');
};

/**
 * Deletes an own post: it is gone from every answer at once, its award is taken back in the same transaction, and it is
 * purged after seven days [OW-05, OW-07]. Saying it again changes nothing.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `session.required`, and what `requireDeletable` refuses.
 */
export async function deletePost(
  dependencies: DeletionsDependencies,
  session: Session,
  id: string,
  requireDeletable: RequireDeletable = refuseTicket,
): Promise<void> {
  await inLockOf(dependencies, session, id, async (transaction, post) => {
    if (post?.deleted && post.author_id === session.userId) return;
    await requireDeletable(transaction, requireOwn(post, session));
    await markPostDeleted(transaction, id);
    await reverseAward(transaction, uuidv7(), id);
  });
}

/**
 * Brings an own post back that was deleted a moment ago, with its replies and its award [OW-05, OW-07]. Saying it again
 * changes nothing.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `undo.late`, `session.required`.
 */
export async function undoPostDeletion(
  dependencies: DeletionsDependencies,
  session: Session,
  id: string,
): Promise<void> {
  await inLockOf(dependencies, session, id, async (transaction, post) => {
    if (!post?.deleted) return void requireOwn(post, session);
    requireAuthor(post, session);
    if (!post.undoable) throw new ProblemError('undo.late');
    await restorePost(transaction, id);
  });
}

/** The author's row before the post's, as writing does. */
async function inLockOf(
  { database, cache, streams }: DeletionsDependencies,
  session: Session,
  id: string,
  work: (transaction: Transaction, post: OwnPostRow | undefined) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await lockAuthor(transaction, session.userId))) throw new ProblemError('session.required');
    const post = await lockPost(transaction, id);
    if (post) {
      transaction.afterCommit(() =>
        cache.invalidate([postTag(id), HOTS_TAG, ...tagsOfNewPost(post.building_id)]),
      );
      transaction.afterCommit(() => streams.announceVisibility(id));
    }
    await work(transaction, post);
  });
}

/** A post as it stands, no matter who may see it. */
interface OwnPostRow {
  id: string;
  building_id: string;
  author_id: string | null;
  title: string;
  body: string;
  keywords: string[];
  pictures: OwnPicture[];
  revision: number;
  hidden: boolean;
  deleted: boolean;
  /** Its deletion may still be undone by its author. */
  undoable: boolean;
  kind: BoardKind;
  category: string;
}

/**
 * Locks a post and reads it: no reply, like, edit or deletion comes between here and the commit. The lock is a statement of its
 * own, because what a statement reads beside the row that it waits for is older than that row. Undefined when there is no
 * such post, or when only its emptied row is left.
 */
export async function lockPost(transaction: Transaction, id: string): Promise<OwnPostRow | undefined> {
  await transaction.change('SELECT id FROM posts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return readOwnPost(transaction, id);
}

/** The same without a lock: to show what may be edited. */
function readOwnPost(executor: Executor, id: string): Promise<OwnPostRow | undefined> {
  return executor.first<OwnPostRow>(
    `SELECT posts.id, building_id, author_id, title, body, keywords, ${OWN_PICTURES} AS pictures, revision, kind, category,
            hidden_at IS NOT NULL AS hidden, deleted_at IS NOT NULL AS deleted,
            coalesce(deleted_at > now() - interval '${UNDO_SECONDS + UNDO_GRACE_SECONDS} seconds', false) AS undoable
       FROM posts JOIN buildings ON buildings.id = posts.building_id
      WHERE posts.id = $1 AND purged_at IS NULL`,
    [id],
  );
}

/** What others made of a post, which decides what may be edited and whether that is marked. */
interface Reception {
  /** Somebody else has replied, and the reply was not deleted. */
  answered: boolean;
  popular: boolean;
  /** It was written, and not long enough ago for an edit to be marked for that alone. */
  recent: boolean;
}

/** What others made of a post; read it under {@link lockPost} where something hangs on it. */
async function readReception(executor: Executor, id: string): Promise<Reception> {
  const row = await executor.first<Reception>(
    `SELECT EXISTS (SELECT FROM replies WHERE post_id = posts.id AND deleted_at IS NULL
                       AND author_id IS DISTINCT FROM posts.author_id) AS answered,
            EXISTS (SELECT FROM hots WHERE post_id = posts.id AND removed_at IS NULL) AS popular,
            created_at > now() - interval '${UNMARKED_MINUTES} minutes' AS recent
       FROM posts WHERE id = $1`,
    [id],
  );
  return row ?? { answered: false, popular: false, recent: false };
}

/** Stores the text as it stood as an earlier version, and puts the new one in its place. */
async function updatePost(
  transaction: Transaction,
  { id, pictures }: OwnPostRow,
  text: PostText,
  marked: boolean,
): Promise<void> {
  const named = pictures.map(({ uploadId, description }) => ({ uploadId, description }));
  await transaction.change(
    `INSERT INTO post_revisions (post_id, revision, title, body, keywords, pictures)
     SELECT id, revision, title, body, keywords, $2::text::jsonb FROM posts WHERE id = $1`,
    [id, JSON.stringify(named)],
  );
  await transaction.change(
    `UPDATE posts SET title = $2, body = $3, keywords = $4, revision = revision + 1,
                      edited_at = CASE WHEN $5::boolean THEN now() ELSE edited_at END
      WHERE id = $1`,
    [id, text.title, text.body, text.keywords, marked],
  );
  await putPostText(transaction, id, text);
}

/** Lets a post be found by its present keywords only; see `insertPostKeywords`. */
async function deletePostKeywords(transaction: Transaction, id: string): Promise<void> {
  await transaction.change('DELETE FROM post_keywords WHERE post_id = $1', [id]);
}

/** Takes a post away from everybody; what the operator hides meanwhile stays hidden after an undo. */
async function markPostDeleted(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    'UPDATE posts SET hidden_at = now(), deleted_at = now(), moderated_at = NULL WHERE id = $1',
    [id],
  );
}

/** Takes the deletion back; a post that the operator hid meanwhile is not shown by that. */
async function unmarkPostDeleted(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    'UPDATE posts SET deleted_at = NULL, hidden_at = moderated_at WHERE id = $1 AND deleted_at IS NOT NULL',
    [id],
  );
}

/** Writes the row that takes a post's award back, once, and the sum on its author [OW-07]. */
export async function reverseAward(
  transaction: Transaction,
  reversalId: string,
  postId: string,
): Promise<void> {
  await transaction.change(
    `WITH reversal AS (INSERT INTO point_awards (id, user_id, points, kind, about_post_id)
                       SELECT $1, user_id, -points, 'deletion', post_id FROM point_awards WHERE post_id = $2
                       ON CONFLICT (about_post_id, kind) WHERE about_post_id IS NOT NULL DO NOTHING
                       RETURNING user_id, points)
     UPDATE users SET points = users.points + reversal.points FROM reversal WHERE users.id = reversal.user_id`,
    [reversalId, postId],
  );
}

/** Removes that row again and gives the points back [OW-07]. */
async function giveAwardBack(transaction: Transaction, postId: string): Promise<void> {
  await transaction.change(
    `WITH reversal AS (DELETE FROM point_awards WHERE about_post_id = $1 AND kind = 'deletion'
                       RETURNING user_id, points)
     UPDATE users SET points = users.points - reversal.points FROM reversal WHERE users.id = reversal.user_id`,
    [postId],
  );
}

/** Takes a deletion back, by its author or by the operator: the post is shown again unless the operator hid it too. */
export async function restorePost(transaction: Transaction, id: string): Promise<void> {
  await unmarkPostDeleted(transaction, id);
  await giveAwardBack(transaction, id);
}
