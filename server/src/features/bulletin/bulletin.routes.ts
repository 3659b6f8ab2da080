import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { presentEvent, presentNotice } from './bulletin.present.ts';
import { findEvent, findNotice, listEvents, listNotices } from './bulletin.queries.ts';

/** Mounts events with their images, and notices: read-only for students [RO-06]. */
export function registerBulletin(router: Router, parts: { database: Database; images: ImageStore }): void {
  const { database, images } = parts;

  router.handle('GET /api/events', async () => ({ events: (await listEvents(database)).map(presentEvent) }));

  router.handle('GET /api/events/{id}', async ({ path }) => {
    const row = await findEvent(database, path.id);
    if (!row) throw new ProblemError('resource.missing');
    return presentEvent(row);
  });

  router.handle('GET /api/notices', async () => ({
    notices: (await listNotices(database)).map(presentNotice),
  }));

  router.handle('GET /api/notices/{id}', async ({ path }) => {
    const row = await findNotice(database, path.id);
    if (!row) throw new ProblemError('resource.missing');
    return presentNotice(row);
  });

  router.hono.get('/EventImg/:file{[0-9a-f-]{36}\\.png}', async (context) => {
    if (!context.var.scope.session) throw new ProblemError('session.required');
    const bytes = await images.get(eventImageKey(context.req.param('file').slice(0, -'.png'.length)));
    if (!bytes) throw new ProblemError('resource.missing');
    return context.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'private, max-age=3600',
    });
  });
}

/** Where an event's image lies in the store [CA-07]. */
export function eventImageKey(eventId: string): string {
  return `EventImg/${eventId}.png`;
}
