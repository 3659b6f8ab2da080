import type { Campus } from '@madang/campus/campus';
import { placeKeywords } from '@madang/campus/load-campus';
import {
  type BoardKind,
  EDITS_MAX,
  UNDO_GRACE_SECONDS,
  UNDO_SECONDS,
  UNMARKED_MINUTES,
} from '@madang/contract/posts/rules';
import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import type { ChosenPicture, OwnPicture } from '@madang/contract/posts/schema';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';
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

export interface EditsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  requireMayWrite?: RequireMayWrite | undefined;
  holdLinks?: HoldLinks | undefined;
  /** Notify open pages about a post, after commit. */
  streams: { announceEdit(postId: string): void; announceVisibility(postId: string): void };
}

interface PostEdit extends PostText {
  /** Revision shown when the edit began. */
  revision: number;
  /** New list of all pictures; undefined leaves them unchanged. */
  pictures?: readonly ChosenPicture[] | undefined;
}

interface EditablePost extends PostEdit {
  keywords: string[];
  pictures: OwnPicture[];
  titleFrozen: boolean;
  editsLeft: number;
}

/**
 * Returns text and limits for the edit screen [OW-04].
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
 * Replaces an own post's text and stores the earlier version [OW-01 to OW-04]. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `right.required`, `input.invalid` (also for a frozen
 *   title), `edit.outdated` with the current content, `edit.limit`, `upload.used`.
 */
export async function editPost(
  dependencies: EditsDependencies,
  session: Session,
  id: string,
  edit: PostEdit,
): Promise<string> {
  const text = { ...tidyText(edit), pictures: readPictures(edit.pictures) };
  return dependencies.database.transaction(async (transaction) => {
    // Also if already saved: another process's signal may be pending.
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
    // Existing keywords may stay, even if the campus has removed them.
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

/** Whether this repeats a saved edit that was hidden for its link. */
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
  await transaction.change('DELETE FROM post_keywords WHERE post_id = $1', [post.id]);
  await insertPostKeywords(transaction, post.id, marksOf(post, text.keywords));
}

function outdated({ revision, title, body, keywords, pictures }: OwnPostRow): ProblemError {
  return new ProblemError('edit.outdated', { newer: { revision, title, body, keywords, pictures } });
}

export type DeletionsDependencies = Pick<EditsDependencies, 'database' | 'cache' | 'streams'>;

/**
 * Rejects forbidden deletions; the post is locked.
 *
 * @throws {ProblemError}
 */
type RequireDeletable = (transaction: Transaction, post: OwnPostRow) => void | Promise<void>;

/** Tickets have other waiting students; they are withdrawn under their own rules. */
const refuseTicket: RequireDeletable = (_, post) => {
  if (post.building_id === TICKET_BOARD) throw new ProblemError('board.readOnly');
};

/**
 * Deletes an own post and its award; purged after seven days [OW-05, OW-07]. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `session.required`, and errors of `requireDeletable`.
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
    await transaction.change(
      'UPDATE posts SET hidden_at = now(), deleted_at = now(), moderated_at = NULL WHERE id = $1',
      [id],
    );
    await reverseAward(transaction, uuidv7(), id);
  });
}

/**
 * Restores a recently deleted own post, replies and award [OW-05, OW-07]. Idempotent.
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

/** Lock order: the author's row before the post's, as in writing. */
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

/** A post regardless of its visibility. */
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
  /** Whether its author may still undo the deletion. */
  undoable: boolean;
  kind: BoardKind;
  category: string;
}

/** Locks a post until commit, then reads it; undefined if missing or purged. A joined read may be older than the lock. */
export async function lockPost(transaction: Transaction, id: string): Promise<OwnPostRow | undefined> {
  await transaction.change('SELECT id FROM posts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return readOwnPost(transaction, id);
}

/** Reads a post without a lock, to show what may be edited. */
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

/** Reactions to a post, which limit and mark edits. */
interface Reception {
  /** True if another user replied and the reply was not deleted. */
  answered: boolean;
  popular: boolean;
  /** Whether the post is too new for edits to be marked. */
  recent: boolean;
}

/** Reads a post's reactions; before a write, call under {@link lockPost}. */
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

/** Stores the current text as an earlier version and replaces it. */
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

/** Reverses a post's award once, in ledger and points [OW-07]. */
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

/** Undoes a deletion; the post stays hidden if the operator hid it. */
export async function restorePost(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    'UPDATE posts SET deleted_at = NULL, hidden_at = moderated_at WHERE id = $1 AND deleted_at IS NOT NULL',
    [id],
  );
  await transaction.change(
    `WITH reversal AS (DELETE FROM point_awards WHERE about_post_id = $1 AND kind = 'deletion'
                       RETURNING user_id, points)
     UPDATE users SET points = users.points - reversal.points FROM reversal WHERE users.id = reversal.user_id`,
    [id],
  );
}
