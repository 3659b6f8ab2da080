import { createHash } from 'node:crypto';
import type { Event, Notice } from '@madang/contract/bulletin/schema';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { presentEvent, presentNotice } from './bulletin.present.ts';
import { findEvent, findNotice, listEvents, listNotices } from './bulletin.queries.ts';
import { eventImageKey } from './event-images.ts';

/** Mounts events with their images, and notices: read-only for students [RO-06]. */
export function registerBulletin(router: Router, parts: { database: Database; images: ImageStore }): void {
  const { database, images } = parts;

  // Only the operator changes these, from a process of their own: what is kept dies by itself within a second.
  const everybody = (output: Event | Notice | { events: Event[] } | { notices: Notice[] }) => ({
    json: JSON.stringify(output),
    tags: () => [],
  });

  router.share('GET /api/events', async () =>
    everybody({ events: (await listEvents(database)).map(presentEvent) }),
  );

  router.share('GET /api/events/{id}', async ({ path }) => {
    const row = await findEvent(database, path.id);
    if (!row) throw new ProblemError('resource.missing');
    return everybody(presentEvent(row));
  });

  router.share('GET /api/notices', async () =>
    everybody({ notices: (await listNotices(database)).map(presentNotice) }),
  );

  router.share('GET /api/notices/{id}', async ({ path }) => {
    const row = await findNotice(database, path.id);
    if (!row) throw new ProblemError('resource.missing');
    return everybody(presentNotice(row));
  });

  router.hono.get('/EventImg/:file{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.png}', async (context) => {
    if (!context.var.scope.session) throw new ProblemError('session.required');
    const id = context.req.param('file').slice(0, -'.png'.length);
    const event = await findEvent(database, id);
    const bytes = event?.has_image ? await images.get(eventImageKey(id)) : null;
    if (!bytes) throw new ProblemError('resource.missing');
    // The operator may put another image under the same address: a browser asks each time.
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-cache', ETag: etag };
    if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers);
    return context.body(new Uint8Array(bytes), 200, headers);
  });
}
