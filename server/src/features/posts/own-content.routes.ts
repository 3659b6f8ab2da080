import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import { deletePost, undoPostDeletion } from './deletions.actions.ts';
import { editPost, readEditablePost, type EditsDependencies } from './edits.actions.ts';

/** Mounts edits and deletions of one's own posts. */
export function registerOwnPosts(router: Router, dependencies: EditsDependencies): void {
  router.handle('GET /api/posts/{id}/edit', ({ session, path }) =>
    readEditablePost(dependencies, session, path.id),
  );

  router.handle(
    'PUT /api/posts/{id}',
    async ({ session, path, body }) =>
      new EncodedAnswer(await editPost(dependencies, session, path.id, body)),
  );

  router.handle('DELETE /api/posts/{id}', ({ session, path }) => deletePost(dependencies, session, path.id));

  router.handle('POST /api/posts/{id}/undo-deletion', ({ session, path }) =>
    undoPostDeletion(dependencies, session, path.id),
  );
}
