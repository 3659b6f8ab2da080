import type { Router } from '../../platform/http/router.ts';
import { acceptReply, readReplyMarks, setReplyLike, type ThreadsDependencies } from './threads.actions.ts';

/** Mounts likes of replies and the accepted answer. */
export function registerThreads(router: Router, dependencies: ThreadsDependencies): void {
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
