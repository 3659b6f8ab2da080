import { replyProblem } from '@madang/contract/replies/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { isUniqueViolation, type Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import type { Counter } from '../analytics/index.ts';
import { postTag } from '../posts/index.ts';
import { findReply, insertReply } from './replies.queries.ts';
import type { ReplyStreams } from './reply-streams.ts';

/** What the actions of this feature work with. */
export interface RepliesDependencies {
  database: Database;
  streams: ReplyStreams;
  cache: AnswerCache;
  counter: Counter;
  /** Off in the beta edition: an empty reply can be sent [VA-11]. */
  commentRequired: boolean;
}

/**
 * Writes a reply; anybody signed in may, on every post [RO-02]. The id is the client's idempotency key: the
 * same content under it again answers with the reply as it is. Answers the contract's reply as JSON.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `identifier.taken`.
 */
export async function writeReply(
  dependencies: RepliesDependencies,
  session: Session,
  postId: string,
  input: { id: string; body: string },
): Promise<string> {
  const body = normalizeText(input.body);
  refuseFields({ body: replyProblem(body, dependencies.commentRequired) });
  const reply = { id: input.id, postId, authorId: session.userId, body };
  let json: string | undefined;
  try {
    json = await insertReply(dependencies.database, reply);
  } catch (error) {
    if (!isUniqueViolation(error, 'replies_pkey')) throw error;
    const earlier = await findReply(dependencies.database, input.id);
    const same = earlier?.post_id === postId && earlier.author_id === session.userId && earlier.body === body;
    if (!same) throw new ProblemError('identifier.taken');
    // Perhaps another process wrote it, whose notice is still on its way.
    dependencies.cache.invalidate([postTag(postId)]);
    return earlier.json;
  }
  if (!json) throw new ProblemError('resource.missing');
  dependencies.cache.invalidate([postTag(postId)]);
  dependencies.streams.announce(postId);
  dependencies.counter.add('reply');
  return json;
}
