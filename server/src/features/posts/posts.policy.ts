import {
  bodyProblem,
  isWritableBoard,
  keywordsProblem,
  needsWritingRight,
  titleProblem,
  type BoardKind,
  type KeywordChoices,
  type WritableBoardKind,
} from '@madang/contract/posts/rules';
import { picturesProblem } from '@madang/contract/uploads/rules';
import type { ChosenPicture } from '@madang/contract/uploads/schema';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';

/**
 * Refuses who may not write there now, at the moment of the write; handed down by the feature that gives sanctions.
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
  /** Its author was asked, and means it. */
  again: boolean;
}

/**
 * Refuses what comes too fast or says the same again; handed down as well. It goes before any lock of a post.
 *
 * @throws {ProblemError} `pace.reached`, `text.repeated`.
 */
export type RequireNoFlood = (transaction: Transaction, userId: string, writing: Writing) => Promise<void>;

/** A post or reply that was written or edited in this transaction, its post locked. */
export interface Written {
  kind: 'post' | 'reply';
  id: string;
  /** The post itself, or the one that the reply stands under. */
  postId: string;
  text: string;
  /** The text as it stood before an edit. */
  before?: string;
}

/**
 * Hides at once what a new account says with a link, until a moderator has seen it; handed down as well. It comes last: the
 * answer is that of any write.
 */
export type HoldLinks = (transaction: Transaction, userId: string, written: Written) => Promise<void>;

/** Which board a user may write on at all, and with which right [RO-02, RO-04, RO-06]. */
export function requireWritable(kind: BoardKind, writingRight: boolean): WritableBoardKind {
  if (kind === 'hidden') throw new ProblemError('resource.missing');
  if (!isWritableBoard(kind)) throw new ProblemError('board.readOnly');
  if (needsWritingRight(kind) && !writingRight) throw new ProblemError('right.required');
  return kind;
}

/** The rules of a post's own fields [VA-10, ER-11]. */
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

/** What can be seen and is this user's; what is hidden or deleted is not there, for its author neither [OW-02]. */
export function requireOwn<Row extends { author_id: string | null; hidden: boolean }>(
  row: Row | undefined,
  session: Session,
): Row {
  if (!row || row.hidden) throw new ProblemError('resource.missing');
  if (row.author_id !== session.userId) throw new ProblemError('content.foreign');
  return row;
}

/** What was deleted is there for nobody but who wrote it. */
export function requireAuthor(row: { author_id: string | null }, session: Session): void {
  if (row.author_id !== session.userId) throw new ProblemError('resource.missing');
}
