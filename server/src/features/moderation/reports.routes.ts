import type { Router } from '../../platform/http/router.ts';
import { report, withdraw, type ReportsDependencies } from './reports.actions.ts';
import { listOwnReports } from './reports.queries.ts';

/** Mounts reports and their withdrawal. */
export function registerReports(router: Router, dependencies: ReportsDependencies): void {
  router.handle('GET /api/posts/{id}/own-reports', async ({ session, path }) => ({
    reports: await listOwnReports(dependencies.database, session.userId, path.id),
  }));

  router.handle('PUT /api/posts/{id}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'post', id: path.id }, body),
  );

  router.handle('DELETE /api/posts/{id}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.id),
  );

  router.handle('PUT /api/posts/{id}/pictures/{uploadId}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'picture', ...path }, body),
  );

  router.handle('DELETE /api/posts/{id}/pictures/{uploadId}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.uploadId),
  );

  router.handle('PUT /api/replies/{id}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'reply', id: path.id }, body),
  );

  router.handle('DELETE /api/replies/{id}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.id),
  );
}
