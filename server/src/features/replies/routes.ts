import { ProblemError } from '../../http/problem.ts';
import { EncodedAnswer, type Router } from '../../http/router.ts';
import { EventStream } from '../../live/event-stream.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { postTag } from '../posts/index.ts';
import {
  acceptReply,
  deleteReply,
  editReply,
  type OpenThread,
  presentReplies,
  readReplyMarks,
  type RepliesDependencies,
  setReplyLike,
  statementsOf,
  type ThreadsDependencies,
  undoReplyDeletion,
  writeReply,
} from './replies.ts';
import { findReplies } from './reply-rows.ts';

/** Registers the routes of a post's replies and their live stream. */
export function registerReplies(
  router: Router,
  dependencies: RepliesDependencies & {
    sessions: Sessions;
    openThread?: OpenThread | undefined;
    /** Adds the student's unread count to a stream. */
    followInbox?: ((userId: string, stream: EventStream) => void) | undefined;
  },
): void {
  const { database, sessions, streams } = dependencies;
  registerOwnReplies(router, dependencies);
  registerThreads(router, dependencies);
  const writing = { ...dependencies, statements: statementsOf(dependencies) };

  router.share('GET /api/posts/{id}/replies', async ({ path, query }) => {
    const page = await findReplies(database, path.id, query.after);
    if (!page) throw new ProblemError('resource.missing');
    return { json: presentReplies(page), tags: query.after === 0 ? () => [postTag(path.id)] : null };
  });

  router.handle(
    'POST /api/posts/{id}/replies',
    async ({ session, path, body }) => new EncodedAnswer(await writeReply(writing, session, path.id, body)),
  );

  router.stream('GET /api/posts/{id}/replies/live', async ({ session, path, query, request }) => {
    // A reconnecting browser sends its position in the header, which is newer.
    const resumed = /^\d{1,9}$/.exec(request.header('last-event-id') ?? '');
    const after = resumed ? Number(resumed[0]) : (query.after ?? null);
    const stream = await streams.join(path.id, after, () => {
      const opened = new EventStream(request);
      opened.onClose(sessions.watch(session, () => opened.close()));
      return opened;
    });
    if (!stream) throw new ProblemError('resource.missing');
    dependencies.followInbox?.(session.userId, stream);
  });
}

function registerOwnReplies(router: Router, dependencies: RepliesDependencies): void {
  router.handle(
    'PUT /api/replies/{id}',
    async ({ session, path, body }) =>
      new EncodedAnswer(await editReply(dependencies, session, path.id, body)),
  );

  router.handle('DELETE /api/replies/{id}', ({ session, path }) =>
    deleteReply(dependencies, session, path.id),
  );

  router.handle('POST /api/replies/{id}/undo-deletion', ({ session, path }) =>
    undoReplyDeletion(dependencies, session, path.id),
  );
}

/** Registers likes of replies and the accepted answer. */
function registerThreads(router: Router, dependencies: ThreadsDependencies): void {
  router.handle('GET /api/posts/{id}/reply-marks', ({ session, path }) =>
    readReplyMarks(dependencies, session, path.id),
  );

  router.handle('PUT /api/replies/{id}/like', ({ session, path }) =>
    setReplyLike(dependencies, session, path.id, true),
  );

  router.handle('DELETE /api/replies/{id}/like', ({ session, path }) =>
    setReplyLike(dependencies, session, path.id, false),
  );

  router.handle('PUT /api/posts/{id}/accepted', ({ session, path, body }) =>
    acceptReply(dependencies, session, path.id, body.replyId),
  );
}
