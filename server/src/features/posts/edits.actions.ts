import { placeKeywords } from '@madang/campus/load-campus';
import type { Campus } from '@madang/campus/campus';
import { EDITS_MAX } from '@madang/contract/own-content/rules';
import type { ChosenPicture, OwnPicture } from '@madang/contract/uploads/schema';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { KEYWORDS_TAG, postTag } from './cache-tags.ts';
import {
  deletePostKeywords,
  lockPost,
  readOwnPost,
  readReception,
  updatePost,
  type OwnPostRow,
} from './edits.queries.ts';
import { marksOf } from './keyword-scope.ts';
import { arePicturesSame, readPictures, replacePictures } from './pictures.actions.ts';
import { areSameKeywords, isSameText, linkText, tidyText, type PostText } from './post-text.ts';
import {
  requireOwn,
  requirePostFields,
  requireWritable,
  type HoldLinks,
  type RequireMayWrite,
} from './posts.policy.ts';
import { findHiddenPostJson, findPostJson, insertPostKeywords, lockAuthor } from './posts.queries.ts';

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

export interface PostEdit extends PostText {
  /** The revision that was on the screen. */
  revision: number;
  /** The whole new list; undefined where the pictures stay as they are. */
  pictures?: readonly ChosenPicture[] | undefined;
}

/** What may be edited of an own post now. */
export interface EditablePost extends PostEdit {
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
