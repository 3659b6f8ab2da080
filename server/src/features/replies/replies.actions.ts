import { replyProblem } from '@madang/contract/replies/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { isUniqueViolation, type Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { findReply, insertReply, type ReplyRow } from './replies.queries.ts';
import type { ReplyStreams } from './reply-streams.ts';

/** What the actions of this feature work with. */
export interface RepliesParts {
  database: Database;
  streams: ReplyStreams;
  counter: Counter;
  /** Off in the beta edition: an empty reply can be sent [VA-11]. */
  commentRequired: boolean;
}

/**
 * Writes a reply; anybody signed in may, on every post [RO-02]. The id is the client's idempotency key: the
 * same content under it again answers with the reply as it is.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `identifier.taken`.
 */
export async function writeReply(
  parts: RepliesParts,
  session: Session,
  postId: string,
  input: { id: string; body: string },
): Promise<ReplyRow> {
  const body = normalizeText(input.body);
  refuseFields({ body: replyProblem(body, parts.commentRequired) });
  const reply = { id: input.id, postId, authorId: session.userId, body };
  try {
    const added = await insertReply(parts.database, reply);
    if (!added) throw new ProblemError('resource.missing');
  } catch (error) {
    if (!isUniqueViolation(error, 'replies_pkey')) throw error;
    const earlier = await findReply(parts.database, input.id);
    const same = earlier?.post_id === postId && earlier.author_id === session.userId && earlier.body === body;
    if (!same) throw new ProblemError('identifier.taken');
    return earlier;
  }
  parts.streams.announce(postId);
  parts.counter.add('reply');
  const row = await findReply(parts.database, input.id);
  if (!row) throw new ProblemError('resource.missing');
  return row;
}
