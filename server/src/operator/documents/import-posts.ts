import {
  findPostBoards,
  importPosts,
  importUploads,
  noteImportedAuthors,
  putUpload,
  uploadPath,
  type ImportedPicture,
} from '../../features/posts/index.ts';
import {
  findReplyPosts,
  importReplies,
  noteImportedReplyAuthors,
  type ImportedReply,
} from '../../features/replies/index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Refusal } from './collections.ts';
import { derivedId, isOwnId } from './identity.ts';
import { findPostImage } from './images.ts';
import { findAuthors, settleAuthor } from './import-people.ts';
import { settleKnown, type Candidate, type ImportContext, type Stage } from './import-stage.ts';
import { KeywordReader } from './keywords.ts';
import { toPost, toReply, type PostRow } from './to-rows.ts';

/** Posts with keywords, scraps and pictures, each post whole in one transaction; nothing is awarded. */
export function postsStage(context: ImportContext): Stage<'posts', PostRow> {
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
      settleKnown(
        candidates,
        ({ post }) => post.id,
        (id) => known.has(id) || (dry?.postIds.has(id) ?? false),
      );
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
          candidate.corrections.push('postScrappers leaves out who is nobody here');
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

/** The same id on two boards would be one post here. */
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
    if (elsewhere) candidate.verdict = new Refusal('a post with this id stands in another building');
    boards.set(id, board ?? buildingId);
  }
}

/** Puts the pictures of new posts into the store, before the rows that name them. */
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
      corrections.push('the image goes with its owner');
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

/** Our own upload keeps its id; elsewhere one path served all posts of a user in turn. */
function uploadIdOf(postId: string, reference: string): string {
  const own = /^posts\/[^/]+\/([^/]+)\/large\.webp$/.exec(reference)?.[1];
  return own && isOwnId(own) ? own : derivedId('uploads', `${postId}/${reference}`);
}

type ReplyRow = ImportedReply & { buildingId: string; awaitedAuthorId: string | null };

/** Replies; those of one post that follow each other come in one transaction. */
export function repliesStage(context: ImportContext): Stage<'replies', ReplyRow> {
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
      settleKnown(
        candidates,
        ({ id }) => id,
        (id) => known.has(id) || (dry?.others.has(id) ?? false),
      );
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
        if (!here) candidate.verdict = new Refusal('its post is not there');
        else if ((postOf.get(row.id) ?? row.postId) !== row.postId)
          candidate.verdict = new Refusal('a reply with this id stands below another post');
        if (candidate.verdict !== 'new') continue;
        postOf.set(row.id, row.postId);
        row.awaitedAuthorId = settleAuthor(candidate, row, 'replyUID', isUser);
      }
      for (const { verdict, row, corrections } of candidates) {
        if (verdict !== 'new' || !row.parentId) continue;
        if (row.parentId !== row.id && postOf.get(row.parentId) === row.postId) continue;
        row.parentId = null;
        corrections.push('replyRID is no reply of this post; kept without it');
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
