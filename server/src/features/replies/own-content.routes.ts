import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import { deleteReply, editReply, undoReplyDeletion } from './edits.actions.ts';
import type { RepliesDependencies } from './replies.actions.ts';

/** Mounts edits and deletions of one's own replies. */
export function registerOwnReplies(router: Router, dependencies: RepliesDependencies): void {
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
