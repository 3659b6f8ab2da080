import type { Campus } from '@madang/campus/campus';
import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import {
  eventImageKey,
  findEntryIds,
  type ImportedNotice,
  importEntries,
} from '../../features/bulletin/index.ts';
import { listBoards, listMissingBoards } from '../../features/campus/index.ts';
import {
  countImportedLikes,
  findHotPosts,
  findPostBoards,
  type ImportedHot,
  type ImportedPicture,
  importHots,
  importPosts,
  importUploads,
  type LikePage,
  noteImportedAuthors,
  putUpload,
  uploadPath,
} from '../../features/posts/index.ts';
import {
  findReplyPosts,
  type ImportedReply,
  importReplies,
  noteImportedReplyAuthors,
} from '../../features/replies/index.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { ImageStore } from '../../images/image-store.ts';
import { findEventImage, findPostImage } from './images.ts';
import { buildingsStage, findAuthors, settleAuthor, usersStage } from './import-people.ts';
import {
  type Candidate,
  DryRun,
  type ImportContext,
  runStage,
  settleKnown,
  type Stage,
} from './import-stage.ts';
import { type PostRow, toEvent, toHot, toNotice, toPost, toReply } from './rows.ts';
import { derivedId, isOwnId, KeywordReader } from './schema.ts';
import { type FolderSource, type ImportReport, Refusal } from './source.ts';

/** Recorded likes counted per transaction. */
const LIKES_AT_ONCE = 2_000;

interface ImportDependencies {
  database: Database;
  images: ImageStore;
  campus: Campus;
  actor: string;
}

interface ImportTask {
  source: FolderSource;
  imageRoot: string;
  report: ImportReport;
  dryRun: boolean;
  /** Called after every batch; the source has the position. */
  onProgress: () => void;
}

/**
 * Imports all documents of a source [EN-09], keeping existing rows, so it can be repeated. Reports invalid documents.
 * Awards, mails and promotes nothing.
 */
export async function importDocuments(dependencies: ImportDependencies, task: ImportTask): Promise<void> {
  const { dryRun, ...rest } = task;
  const { database, campus } = dependencies;
  // A real run adds the campus folder's boards.
  const coming = dryRun ? await listMissingBoards(database, campus.boards) : [];
  const boards = [...(await listBoards(database)), ...coming];
  const context: ImportContext = {
    ...dependencies,
    ...rest,
    dry: dryRun ? new DryRun() : null,
    boards: new Map(boards.filter(({ id }) => id !== TICKET_BOARD).map(({ id, kind }) => [id, kind])),
    recorded: false,
  };
  await runStage(context, usersStage(context));
  await runStage(context, buildingsStage(context));
  await runStage(context, postsStage(context));
  await runStage(context, repliesStage(context));
  if (!dryRun) await countLikes(dependencies.database);
  await runStage(context, eventsStage(context));
  await runStage(context, noticesStage(context));
  await runStage(context, hotsStage(context));
}

async function countLikes(database: Database): Promise<void> {
  let page: LikePage | undefined;
  do {
    const after: LikePage | undefined = page;
    page = await database.transaction((transaction) => countImportedLikes(transaction, after, LIKES_AT_ONCE));
  } while (page);
}

function eventsStage({ database, images, imageRoot, dry }: ImportContext): Stage<'events', ImportedNotice> {
  return {
    collection: 'events',
    size: 100,
    read: toEvent,
    async prepare(candidates) {
      const known = await findEntryIds(
        database,
        candidates.map(({ row }) => row.id),
      );
      for (const { row, corrections } of candidates) {
        if (known.has(row.id)) continue;
        const found = await findEventImage(imageRoot, row.sourceId ?? row.id);
        if (!found) continue;
        if ('problem' in found) {
          corrections.push(`${found.problem}; kept without image`);
          continue;
        }
        if (!dry) await images.put(eventImageKey(row.id), found.image);
        row.hasImage = true;
      }
    },
    settle: settleById(dry),
    write: (executor, rows) => importEntries(executor, 'event', rows),
    note: (seen, { id }) => seen.others.add(id),
  };
}

/** Compares by id only, in the database and the dry run. */
function settleById(dry: ImportContext['dry']): Stage<'notices', ImportedNotice>['settle'] {
  return async (executor, candidates) => {
    const known = await findEntryIds(
      executor,
      candidates.map(({ row }) => row.id),
    );
    settleKnown(candidates, ({ id }) => id, known, dry?.others);
  };
}

function noticesStage({ dry }: ImportContext): Stage<'notices', ImportedNotice> {
  return {
    collection: 'notices',
    size: 100,
    read: (fields) =>
      toNotice('notices', {
        id: fields.id,
        title: fields.noticeTitle,
        body: fields.noticeBody,
        createdAt: fields.noticeCreatedTime,
      }),
    settle: settleById(dry),
    write: (executor, rows) => importEntries(executor, 'notice', rows),
    note: (seen, { id }) => seen.others.add(id),
  };
}

/** Imports popular entries; a post's second one counts as existing. */
function hotsStage({ dry }: ImportContext): Stage<'hots', ImportedHot> {
  return {
    collection: 'hots',
    size: 100,
    read: toHot,
    async settle(executor, candidates) {
      const rows = candidates.map(({ row }) => row);
      const known = await findHotPosts(executor, rows);
      settleKnown(candidates, ({ postId }) => postId, known.postIds, dry?.others);
      settleKnown(candidates, ({ id }) => id, known.ids);
      const boards = await findPostBoards(
        executor,
        rows.map(({ postId }) => postId),
      );
      for (const candidate of candidates)
        if (!boards.has(candidate.row.postId) && !dry?.postIds.has(candidate.row.postId))
          candidate.verdict = new Refusal('its post does not exist');
    },
    write: importHots,
    note: (seen, { postId }) => seen.others.add(postId),
  };
}

/** Imports posts with keywords, scraps and pictures, without awards. */
function postsStage(context: ImportContext): Stage<'posts', PostRow> {
  const { boards, campus, dry } = context;
  const keywords = new KeywordReader(campus);
  return {
    collection: 'posts',
    size: 200,
    read: (fields) => toPost(fields, boards, keywords),
    prepare: (candidates) => fetchPictures(context, candidates),
    async settle(executor, candidates) {
      const posts = candidates.map(({ row }) => row.post);
      const known = await findPostBoards(
        executor,
        posts.map(({ id }) => id),
      );
      settleKnown(candidates, ({ post }) => post.id, known, dry?.postIds);
      refuseOtherBoards(candidates, known, context);
      const isUser = await findAuthors(
        executor,
        context,
        posts.flatMap(({ authorId, scrapperIds }) => [authorId, ...scrapperIds]),
      );
      for (const candidate of candidates) {
        if (candidate.verdict !== 'new') continue;
        const { post } = candidate.row;
        candidate.row.awaitedAuthorId = settleAuthor(candidate, post, 'postUID', isUser);
        const fans = post.scrapperIds.filter(isUser);
        if (fans.length < post.scrapperIds.length)
          candidate.corrections.push('postScrappers: unknown users are left out');
        post.scrapperIds = fans;
      }
    },
    write: writePosts,
    note(seen, { post }) {
      seen.postIds.add(post.id);
      seen.posts.add(`${post.id} ${post.buildingId}`);
    },
  };
}

async function writePosts(transaction: Transaction, rows: readonly PostRow[]): Promise<void> {
  const posts = rows.map(({ post }) => post);
  await importPosts(transaction, posts);
  const awaited = rows.flatMap(({ post: { id }, awaitedAuthorId }) =>
    awaitedAuthorId ? [{ postId: id, authorId: awaitedAuthorId }] : [],
  );
  await noteImportedAuthors(transaction, awaited);
  await importUploads(transaction, posts);
}

/** Rejects an id on a second board: it would be one post. */
function refuseOtherBoards(
  candidates: readonly Candidate<PostRow>[],
  known: ReadonlyMap<string, string>,
  { dry }: ImportContext,
): void {
  const boards = new Map(known);
  for (const candidate of candidates) {
    const { id, buildingId } = candidate.row.post;
    const board = boards.get(id);
    const elsewhere =
      board === undefined
        ? dry?.postIds.has(id) && !dry.posts.has(`${id} ${buildingId}`)
        : board !== buildingId;
    if (elsewhere) candidate.verdict = new Refusal('a post with this id is in another building');
    boards.set(id, board ?? buildingId);
  }
}

/** Stores the pictures of new posts before their rows. */
async function fetchPictures(
  context: ImportContext,
  candidates: readonly Candidate<PostRow>[],
): Promise<void> {
  const pictured = candidates.filter(({ row }) => row.images.length > 0);
  if (pictured.length === 0) return;
  const { database, images, imageRoot, dry } = context;
  const known = await findPostBoards(
    database,
    pictured.map(({ row }) => row.post.id),
  );
  const isUser = await findAuthors(
    database,
    context,
    pictured.map(({ row }) => row.post.authorId),
  );
  for (const { row, corrections } of pictured) {
    const { post } = row;
    if (known.has(post.id)) continue;
    if (post.authorId === null || !isUser(post.authorId)) {
      corrections.push('the image is deleted with its owner');
      continue;
    }
    const pictures: ImportedPicture[] = [];
    for (const { reference, description } of row.images) {
      const uploadId = uploadIdOf(post.id, reference);
      if (pictures.some((picture) => picture.uploadId === uploadId)) continue;
      const found = await findPostImage(imageRoot, reference);
      if ('problem' in found) {
        corrections.push(`${found.problem}; kept without image`);
        continue;
      }
      const path = uploadPath(post.authorId, uploadId);
      if (!dry) await putUpload(images, path, found.image);
      const { width, height } = found.image.large;
      pictures.push({ uploadId, path, width, height, description });
    }
    post.pictures = pictures;
  }
}

/** Own uploads keep their id; elsewhere a user's posts reused one path. */
function uploadIdOf(postId: string, reference: string): string {
  const own = /^posts\/[^/]+\/([^/]+)\/large\.webp$/.exec(reference)?.[1];
  return own && isOwnId(own) ? own : derivedId('uploads', `${postId}/${reference}`);
}

type ReplyRow = ImportedReply & { buildingId: string; awaitedAuthorId: string | null };

/** Imports replies; consecutive ones of a post share a transaction. */
function repliesStage(context: ImportContext): Stage<'replies', ReplyRow> {
  const { dry } = context;
  return {
    collection: 'replies',
    size: 500,
    read(fields) {
      const { row, corrections } = toReply(fields);
      return { row: { ...row, awaitedAuthorId: null }, corrections };
    },
    belong: (row, before) => row.postId === before.postId,
    async settle(executor, candidates) {
      const boards = await findPostBoards(executor, [...new Set(candidates.map(({ row }) => row.postId))]);
      const wanted = candidates.flatMap(({ row }) => (row.parentId ? [row.id, row.parentId] : [row.id]));
      const known = await findReplyPosts(executor, wanted);
      settleKnown(candidates, ({ id }) => id, known, dry?.others);
      const isUser = await findAuthors(
        executor,
        context,
        candidates.map(({ row }) => row.authorId),
      );
      const postOf = new Map(known);
      for (const candidate of candidates) {
        const { row } = candidate;
        const here =
          boards.get(row.postId) === row.buildingId || dry?.posts.has(`${row.postId} ${row.buildingId}`);
        if (!here) candidate.verdict = new Refusal('its post does not exist');
        else if ((postOf.get(row.id) ?? row.postId) !== row.postId)
          candidate.verdict = new Refusal('a reply with this id belongs to another post');
        if (candidate.verdict !== 'new') continue;
        postOf.set(row.id, row.postId);
        row.awaitedAuthorId = settleAuthor(candidate, row, 'replyUID', isUser);
      }
      for (const { verdict, row, corrections } of candidates) {
        if (verdict !== 'new' || !row.parentId) continue;
        if (row.parentId !== row.id && postOf.get(row.parentId) === row.postId) continue;
        row.parentId = null;
        corrections.push('replyRID is not a reply of this post; kept without it');
      }
    },
    async write(transaction, rows) {
      await importReplies(
        transaction,
        rows.map(({ buildingId: _, awaitedAuthorId: __, ...reply }) => reply),
      );
      await noteImportedReplyAuthors(
        transaction,
        rows.flatMap(({ id, awaitedAuthorId }) =>
          awaitedAuthorId ? [{ replyId: id, authorId: awaitedAuthorId }] : [],
        ),
      );
    },
    note: (seen, { id }) => seen.others.add(id),
  };
}
