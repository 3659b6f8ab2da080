import { placeKeywords } from '@madang/campus/load-campus';
import type { Campus } from '@madang/campus/campus';
import { POST_POINTS } from '@madang/contract/posts/rules';
import type { ChosenPicture } from '@madang/contract/uploads/schema';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { findBoard } from '../campus/index.ts';
import type { ReadCampusAge } from './likes.ts';
import { marksOf } from './keyword-scope.ts';
import { tagsOfNewPost } from './cache-tags.ts';
import { arePicturesSame, readPictures, requireUploads } from './pictures.actions.ts';
import { attachPictures } from './pictures.queries.ts';
import { addBookmark, removeBookmark } from './bookmarks.queries.ts';
import { isSameText, linkText, tidyText, type PostText } from './post-text.ts';
import {
  requirePostFields,
  requireWritable,
  type HoldLinks,
  type RequireMayWrite,
  type RequireNoFlood,
} from './posts.policy.ts';
import {
  findAward,
  findHiddenPostJson,
  findPost,
  findPostJson,
  insertAward,
  insertPost,
  insertPostKeywords,
  lockAuthor,
} from './posts.queries.ts';

/** What the actions of this feature work with. */
export interface PostsDependencies {
  database: Database;
  images: ImageStore;
  campus: Campus;
  cache: AnswerCache;
  requireMayWrite?: RequireMayWrite | undefined;
  requireNoFlood?: RequireNoFlood | undefined;
  holdLinks?: HoldLinks | undefined;
  /** Only in the official edition. */
  readCampusAge?: ReadCampusAge | undefined;
}

export interface PostInput extends PostText {
  id: string;
  /** One picture without a description, as the beta's screens send it. */
  uploadId: string | null;
  /** Instead of it: several, in their order. */
  pictures?: readonly ChosenPicture[] | undefined;
  /** It says what was said a moment ago, and is meant so. */
  again?: boolean | undefined;
}

/** A post as it is to be stored. */
type PostDraft = PostText & {
  id: string;
  pictures: readonly ChosenPicture[];
  /** What the call names the pictures in. */
  pictureField: 'uploadId' | 'pictures';
};

/** A post as written, and what it brought. */
export interface WrittenPost {
  /** JSON of the contract's post. */
  post: string;
  awardedPoints: number;
  points: number;
}

/**
 * Writes a post: right, rules, picture, keywords and points in one transaction [RO-05]. The id is the
 * client's idempotency key: the same content under it again answers as the first time, without a second award.
 *
 * @throws {ProblemError} `resource.missing`, `board.readOnly`, `right.required`, `input.invalid`,
 *   `upload.used`, `identifier.taken`, `writing.suspended`, `pace.reached`, `text.repeated`.
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
    // Also when it is written already: perhaps by another process, whose notice is still on its way.
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
 * Stores a post whose author is locked and may write it: what comes too fast or twice, pictures, row and text. False where the id
 * is taken already.
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

/**
 * Sets or clears the user's scrap; saying the same again changes nothing. The official edition
 * lists scraps of posts that cannot be seen, so they can be taken back there.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function setBookmark(
  { database, counter, official }: { database: Database; counter: Counter; official: boolean },
  session: Session,
  postId: string,
  scrapped: boolean,
): Promise<{ scrapped: boolean }> {
  const row = await (scrapped
    ? addBookmark(database, session.userId, postId)
    : removeBookmark(database, session.userId, postId, official));
  if (!row) throw new ProblemError('resource.missing');
  if (row.added) counter.add('scrap');
  return { scrapped };
}

/** @throws {ProblemError} `input.invalid` for pictures in both ways. */
function readDraft({ uploadId, ...input }: PostInput): PostDraft {
  const pictures = readPictures(input.pictures) ?? [];
  if (uploadId && pictures.length > 0) refuseFields({ uploadId: 'invalid' });
  return {
    ...tidyText(input),
    pictures: uploadId ? [{ uploadId, description: '' }] : pictures,
    pictureField: uploadId ? 'uploadId' : 'pictures',
  };
}

/** The earlier answer to the same request, if this id was used for it; a refusal if for anything else. */
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
  const award = await findAward(executor, input.id, session.userId);
  return { post: json, awardedPoints: award?.awarded ?? 0, points: award?.points ?? 0 };
}

/** The id was taken between our look and our insert, or by a post that cannot be seen. */
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
