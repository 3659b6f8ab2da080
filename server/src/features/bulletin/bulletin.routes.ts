import { createHash } from 'node:crypto';
import type { Event, Notice } from '@madang/contract/bulletin/schema';
import type { Database } from '../../platform/database/database.ts';
import { isCurrent } from '../../platform/http/entity-tag.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import { presentEvent, presentNotice } from './bulletin.present.ts';
import { findEvent, findNotice, listEvents, listNotices } from './bulletin.queries.ts';
import { eventImageKey } from './event-images.ts';

/** Mounts events with their images, and notices: read-only for users [RO-06]. */
export function registerBulletin(
  router: Router,
  dependencies: { database: Database; images: ImageStore },
): void {
  const { database, images } = dependencies;

  // Only the operator changes these, from a process of their own: cached answers expire by themselves within a second.
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

  router.get('/EventImg/{file}', async ({ env: exchange, req }) => {
    const { file = '' } = req.param();
    const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/.exec(file)?.[1];
    const event = id && (await findEvent(database, id));
    const bytes = id && event && event.has_image ? await images.get(eventImageKey(id)) : null;
    if (!bytes) throw new ProblemError('resource.missing');
    // The operator may put another image under the same address: a browser asks each time.
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
    if (isCurrent(exchange.header('if-none-match'), etag)) exchange.send(304, headers);
    else exchange.send(200, { ...headers, 'Content-Type': 'image/png' }, bytes);
  });
}
