import type { Campus } from '@madang/campus/campus';
import { placeKeywords } from '@madang/campus/load-campus';
import {
  type BoardKind,
  bodyProblem,
  isWritableBoard,
  type KeywordChoices,
  keywordsProblem,
  needsWritingRight,
  picturesProblem,
  POST_POINTS,
  titleProblem,
  type WritableBoardKind,
} from '@madang/contract/posts/rules';
import type { ChosenPicture, OwnPicture } from '@madang/contract/posts/schema';
import { v7 as uuidv7 } from 'uuid';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { ImageStore } from '../../images/image-store.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { findBoard } from '../campus/index.ts';
import { tagsOfNewPost } from './cache-tags.ts';
import { OWN_PICTURES, WHOLE_POST } from './json.ts';
import { arePicturesSame, attachPictures, readPictures, requireUploads } from './pictures.ts';
import { isSameText, linkText, type PostText, putPostText, tidyText } from './search-text.ts';

export interface PostsDependencies {
  database: Database;
  images: ImageStore;
  campus: Campus;
  cache: AnswerCache;
  requireMayWrite?: RequireMayWrite | undefined;
  requireNoFlood?: RequireNoFlood | undefined;
  holdLinks?: HoldLinks | undefined;
}

interface PostInput extends PostText {
  id: string;
  /** One picture without a description, as sent by the beta. */
  uploadId: string | null;
  /** Several pictures in order, instead of `uploadId`. */
  pictures?: readonly ChosenPicture[] | undefined;
  /** Set when the user confirms a duplicate. */
  again?: boolean | undefined;
}

type PostDraft = PostText & {
  id: string;
  pictures: readonly ChosenPicture[];
  /** Request field that names the pictures. */
  pictureField: 'uploadId' | 'pictures';
};

interface WrittenPost {
  /** JSON of the contract's post. */
  post: string;
  awardedPoints: number;
  points: number;
}

/**
 * Writes a post with pictures, keywords and points in one transaction [RO-05]. Idempotent by id and content.
 *
 * @throws {ProblemError} `resource.missing`, `board.readOnly`, `right.required`, `input.invalid`, `upload.used`,
 *   `identifier.taken`, `writing.suspended`, `pace.reached`, `text.repeated`.
 */
export async function writePost(
  dependencies: PostsDependencies & { counter: Counter; official: boolean },
  session: Session,
  buildingId: string,
  input: PostInput,
): Promise<WrittenPost> {
  const post = readDraft(input);
  const { again = false } = input;
  if (again && !dependencies.requireNoFlood) refuseFields({ again: 'unknown' });
  return dependencies.database.transaction(async (transaction) => {
    const { settings } = dependencies.campus;
    const label = settings.operatorLabel;
    // Also if already written: another process's signal may be pending.
    transaction.afterCommit(() => dependencies.cache.invalidate(tagsOfNewPost(buildingId)));
    const earlier = await findWritten(transaction, session, label, buildingId, post);
    if (earlier) return earlier;
    const author = await lockAuthor(transaction, session.userId);
    if (!author) throw new ProblemError('session.required');
    const board = await findBoard(transaction, buildingId);
    if (!board) throw new ProblemError('resource.missing');
    const kind = requireWritable(board.kind, author.writing_right);
    await dependencies.requireMayWrite?.(transaction, session.userId, { buildingId });
    const choices = { place: placeKeywords(dependencies.campus), festival: settings.festivalKeywords };
    // The beta edition stores at most one picture a post [EN-03].
    requirePostFields(post, kind, choices, dependencies.official ? undefined : 1);
    const stored = { ...post, buildingId, again, inLatest: true };
    const added = await storePost(transaction, dependencies, session, stored);
    if (!added) return requireWritten(transaction, session, label, buildingId, post);
    transaction.afterCommit(() => dependencies.counter.add('post'));
    await insertPostKeywords(transaction, post.id, marksOf(board, post.keywords));

    const awardedPoints = POST_POINTS[kind];
    const points =
      awardedPoints === 0
        ? author.points
        : await insertAward(transaction, {
            id: uuidv7(),
            userId: session.userId,
            postId: post.id,
            points: awardedPoints,
          });
    const json = await findPostJson(transaction, label, post.id);
    if (!json) throw new ProblemError('server.failed');
    const written = { kind: 'post', id: post.id, postId: post.id, text: linkText(post) } as const;
    await dependencies.holdLinks?.(transaction, session.userId, written);
    return { post: json, awardedPoints, points };
  });
}

/**
 * Stores a post with pictures and search text; false if the id is taken. The caller locks the author and checks rights.
 *
 * @throws {ProblemError} `pace.reached`, `text.repeated`, `input.invalid`, `upload.used`.
 */
export async function storePost(
  transaction: Transaction,
  { requireNoFlood }: Pick<PostsDependencies, 'requireNoFlood'>,
  session: Session,
  { again, inLatest, ...post }: PostDraft & { buildingId: string; again: boolean; inLatest: boolean },
): Promise<boolean> {
  await requireNoFlood?.(transaction, session.userId, { kind: 'post', ...post, again });
  const { pictures, pictureField } = post;
  const taken = await requireUploads(transaction, session, post.id, pictures, pictureField);
  const authorId = session.userId;
  const added = await insertPost(transaction, { ...post, authorId, pictures: taken, inLatest });
  if (added && pictures.length > 0) await attachPictures(transaction, post.id, pictures);
  return added;
}

/** @throws {ProblemError} `input.invalid` if both fields contain pictures. */
function readDraft({ uploadId, ...input }: PostInput): PostDraft {
  const pictures = readPictures(input.pictures) ?? [];
  if (uploadId && pictures.length > 0) refuseFields({ uploadId: 'invalid' });
  return {
    ...tidyText(input),
    pictures: uploadId ? [{ uploadId, description: '' }] : pictures,
    pictureField: uploadId ? 'uploadId' : 'pictures',
  };
}

/** Returns the answer of the same earlier request, if any. */
async function findWritten(
  executor: Executor,
  session: Session,
  label: string,
  buildingId: string,
  input: PostDraft,
): Promise<WrittenPost | null> {
  const row = await findPost(executor, input.id, session.userId);
  if (!row) return null;
  const same =
    row.author_id === session.userId &&
    row.building_id === buildingId &&
    isSameText(row, input) &&
    arePicturesSame(row.pictures, input.pictures);
  if (!same) throw new ProblemError('identifier.taken');
  const find = row.hidden ? findHiddenPostJson : findPostJson;
  const json = await find(executor, label, input.id);
  if (!json) return null;
  const award = await executor.first<{ awarded: number; points: number }>(
    `SELECT coalesce((SELECT points FROM point_awards WHERE post_id = $1), 0) AS awarded, points
       FROM users WHERE id = $2`,
    [input.id, session.userId],
  );
  return { post: json, awardedPoints: award?.awarded ?? 0, points: award?.points ?? 0 };
}

/** The id was taken meanwhile, or by an invisible post. */
async function requireWritten(
  executor: Executor,
  session: Session,
  label: string,
  buildingId: string,
  input: PostDraft,
): Promise<WrittenPost> {
  const written = await findWritten(executor, session, label, buildingId, input);
  if (!written) throw new ProblemError('identifier.taken');
  return written;
}

/**
 * Rejects users suspended there; provided by the feature of sanctions.
 *
 * @throws {ProblemError} `writing.suspended`.
 */
export type RequireMayWrite = (
  transaction: Transaction,
  userId: string,
  place: { buildingId: string; leavesNoMark?: true } | { postId: string } | { replyId: string },
) => Promise<void>;

/** A post or reply before it is written. */
export interface Writing {
  kind: 'post' | 'reply';
  id: string;
  title?: string;
  body: string;
  /** True if the author confirmed a duplicate. */
  again: boolean;
}

/**
 * Rejects too fast or repeated writing. Lock order: before any post.
 *
 * @throws {ProblemError} `pace.reached`, `text.repeated`.
 */
export type RequireNoFlood = (transaction: Transaction, userId: string, writing: Writing) => Promise<void>;

/** A post or reply written here, its post locked. */
interface Written {
  kind: 'post' | 'reply';
  id: string;
  /** The post itself, or the post of the reply. */
  postId: string;
  text: string;
  /** Text before an edit. */
  before?: string;
}

/** Hides texts with links by new accounts until reviewed. Runs last: the answer is the same. */
export type HoldLinks = (transaction: Transaction, userId: string, written: Written) => Promise<void>;

/**
 * Returns the board kind if the user may write on it [RO-02, RO-04, RO-06].
 *
 * @throws {ProblemError} `resource.missing`, `board.readOnly`, `right.required`.
 */
export function requireWritable(kind: BoardKind, writingRight: boolean): WritableBoardKind {
  if (kind === 'hidden') throw new ProblemError('resource.missing');
  if (!isWritableBoard(kind)) throw new ProblemError('board.readOnly');
  if (needsWritingRight(kind) && !writingRight) throw new ProblemError('right.required');
  return kind;
}

/** Checks a post's own fields [VA-10, ER-11]. */
export function requirePostFields(
  post: {
    title: string;
    body: string;
    keywords: readonly string[];
    pictures?: readonly ChosenPicture[] | undefined;
  },
  kind: BoardKind,
  choices: KeywordChoices,
  mostPictures?: number,
): void {
  refuseFields({
    title: titleProblem(post.title),
    body: bodyProblem(post.body),
    keywords: keywordsProblem(post.keywords, kind, choices),
    pictures: picturesProblem(post.pictures ?? [], mostPictures),
  });
}

/**
 * Returns an own row; invisible ones are missing, also for authors [OW-02].
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`.
 */
export function requireOwn<Row extends { author_id: string | null; hidden: boolean }>(
  row: Row | undefined,
  session: Session,
): Row {
  if (!row || row.hidden) throw new ProblemError('resource.missing');
  if (row.author_id !== session.userId) throw new ProblemError('content.foreign');
  return row;
}

/** Deleted content is missing for all but its author. */
export function requireAuthor(row: { author_id: string | null }, session: Session): void {
  if (row.author_id !== session.userId) throw new ProblemError('resource.missing');
}

interface PostRow {
  id: string;
  building_id: string;
  author_id: string | null;
  title: string;
  body: string;
  keywords: string[];
  pictures: OwnPicture[];
  hidden: boolean;
}

export const POST = `
  SELECT ${WHOLE_POST}::text AS json
    FROM posts JOIN buildings ON buildings.id = posts.building_id
   WHERE posts.id = $2 AND posts.hidden_at IS NULL`;

const HIDDEN_POST = `
  SELECT ${WHOLE_POST}::text AS json
    FROM posts JOIN buildings ON buildings.id = posts.building_id
   WHERE posts.id = $2 AND posts.hidden_at IS NOT NULL`;

/** Returns the JSON of a visible post [EN-03]. */
export async function findPostJson(
  executor: Executor,
  label: string,
  id: string,
): Promise<string | undefined> {
  const row = await executor.first<{ json: string }>(POST, [label, id]);
  return row?.json;
}

/** Returns a hidden post's JSON, for retries of its author. */
export async function findHiddenPostJson(
  executor: Executor,
  label: string,
  id: string,
): Promise<string | undefined> {
  const row = await executor.first<{ json: string }>(HIDDEN_POST, [label, id]);
  return row?.json;
}

export const FIND_POST = `
  SELECT id, building_id, author_id, title, body, keywords, ${OWN_PICTURES} AS pictures, hidden_at IS NOT NULL AS hidden
    FROM posts WHERE id = $1 AND (hidden_at IS NULL OR author_id = $2 AND deleted_at IS NULL)`;

/** Returns a visible post, or the author's hidden one for retries. */
export function findPost(executor: Executor, id: string, authorId: string): Promise<PostRow | undefined> {
  return executor.first<PostRow>(FIND_POST, [id, authorId]);
}

interface NewPost {
  id: string;
  buildingId: string;
  /** Null for the operator's posts. */
  authorId: string | null;
  title: string;
  body: string;
  keywords: readonly string[];
  /** In display order; the caller adds their rows. */
  pictures: readonly { path: string; width: number; height: number }[];
  inLatest: boolean;
}

export const INSERT_POST = `
  INSERT INTO posts (id, building_id, author_id, title, body, keywords, image_path, image_width, image_height,
                     picture_count, in_latest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT ON CONSTRAINT posts_pkey DO NOTHING`;

/** Returns false if the id is already taken. */
export async function insertPost(executor: Executor, post: NewPost): Promise<boolean> {
  const { path = null, width = null, height = null } = post.pictures[0] ?? {};
  const texts = [post.title, post.body, post.keywords];
  const pictures = [path, width, height, post.pictures.length];
  const values = [post.id, post.buildingId, post.authorId, ...texts, ...pictures, post.inLatest];
  const added = await executor.change(INSERT_POST, values);
  if (added === 1) await putPostText(executor, post.id, post);
  return added === 1;
}

export const INSERT_POST_KEYWORDS = `
  INSERT INTO post_keywords (scope, keyword, created_at, post_id)
  SELECT $2, keyword, posts.created_at, posts.id
    FROM posts, unnest($3::text[]) AS keyword WHERE posts.id = $1`;

/** Indexes a post by keywords; `scope`: building category or festival. */
export async function insertPostKeywords(
  executor: Executor,
  postId: string,
  { scope, keywords }: { scope: string; keywords: readonly string[] },
): Promise<void> {
  if (keywords.length > 0) await executor.change(INSERT_POST_KEYWORDS, [postId, scope, keywords]);
}

interface AuthorRow {
  writing_right: boolean;
  points: number;
}

export const LOCK_AUTHOR = 'SELECT writing_right, points FROM users WHERE id = $1 FOR NO KEY UPDATE';

/** Returns the author's row, locked until commit: right and points stay. */
export function lockAuthor(executor: Executor, userId: string): Promise<AuthorRow | undefined> {
  return executor.first<AuthorRow>(LOCK_AUTHOR, [userId]);
}

export const INSERT_AWARD = 'INSERT INTO point_awards (id, user_id, post_id, points) VALUES ($1, $2, $3, $4)';
export const ADD_POINTS = 'UPDATE users SET points = points + $2 WHERE id = $1 RETURNING points';

/** Adds the award and its points; returns the total [RO-05]. */
async function insertAward(
  executor: Executor,
  award: { id: string; userId: string; postId: string; points: number },
): Promise<number> {
  await executor.change(INSERT_AWARD, [award.id, award.userId, award.postId, award.points]);
  const row = await executor.first<{ points: number }>(ADD_POINTS, [award.userId, award.points]);
  return row?.points ?? 0;
}

/** Scope of the festival in `post_keywords`, next to the building categories. */
export const FESTIVAL_SCOPE = 'festival';

/** Keyword of every festival post, in addition to its own. */
export const ANY_KEYWORD = '';

/** Returns a post's scope and keywords; questions have no keywords. */
export function marksOf(
  board: { kind: BoardKind; category: string },
  keywords: readonly string[],
): { scope: string; keywords: readonly string[] } {
  if (board.kind === 'question') return { scope: board.category, keywords: [] };
  if (board.kind === 'festival') return { scope: FESTIVAL_SCOPE, keywords: [...keywords, ANY_KEYWORD] };
  return { scope: board.category, keywords };
}
