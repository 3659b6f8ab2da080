import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { block } from './blocks.actions.ts';
import { presentBlock } from './blocks.present.ts';
import { deleteBlock, deleteBlockOf, listBlocks } from './blocks.queries.ts';

/** Mounts whom a student does not want to read. */
export function registerBlocks(router: Router, dependencies: { database: Database }): void {
  const { database } = dependencies;

  router.handle('PUT /api/posts/{id}/block', ({ session, path }) =>
    block(dependencies, session, { kind: 'post', id: path.id }),
  );

  router.handle('DELETE /api/posts/{id}/block', ({ session, path }) =>
    deleteBlockOf(database, session.userId, { kind: 'post', id: path.id }),
  );

  router.handle('PUT /api/replies/{id}/block', ({ session, path }) =>
    block(dependencies, session, { kind: 'reply', id: path.id }),
  );

  router.handle('DELETE /api/replies/{id}/block', ({ session, path }) =>
    deleteBlockOf(database, session.userId, { kind: 'reply', id: path.id }),
  );

  router.handle('GET /api/profile/blocks', async ({ session }) => ({
    blocks: (await listBlocks(database, session.userId)).map(presentBlock),
  }));

  router.handle('DELETE /api/profile/blocks/{id}', ({ session, path }) =>
    deleteBlock(database, session.userId, path.id),
  );
}
