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
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';

/** Which board a user may write on at all, and with which right [RO-02, RO-04, RO-06]. */
export function requireWritable(kind: BoardKind, writingRight: boolean): WritableBoardKind {
  if (kind === 'hidden') throw new ProblemError('resource.missing');
  if (!isWritableBoard(kind)) throw new ProblemError('board.readOnly');
  if (needsWritingRight(kind) && !writingRight) throw new ProblemError('right.required');
  return kind;
}

/** The rules of a post's own fields [VA-10, ER-11]. */
export function requirePostFields(
  post: { title: string; body: string; keywords: readonly string[] },
  kind: BoardKind,
  choices: KeywordChoices,
): void {
  refuseFields({
    title: titleProblem(post.title),
    body: bodyProblem(post.body),
    keywords: keywordsProblem(post.keywords, kind, choices),
  });
}
