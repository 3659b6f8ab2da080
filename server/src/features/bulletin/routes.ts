import type { Event, Notice } from '@madang/contract/bulletin/schema';
import type { Database } from '../../database/database.ts';
import { isCurrent } from '../../http/cache.ts';
import type { RequestContext } from '../../http/request.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { ImageStore } from '../../images/image-store.ts';
import {
  eventImageKey,
  findShown,
  imageMark,
  listShown,
  Posters,
  presentEvent,
  presentNotice,
  type ShownRow,
} from './bulletin.ts';

/** File name of an image, or of a poster with its mark. */
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.png|\.([\w-]{16})\.webp)$/;

// The operator's process changes these; answers expire within a second.
const everybody = (output: Event | Notice | { events: Event[] } | { notices: Notice[] }) => ({
  json: JSON.stringify(output),
  tags: () => [],
});

/** Mounts events with images, and notices; read-only for users [RO-06]. */
export function registerBulletin(
  router: Router,
  dependencies: { database: Database; images: ImageStore },
): void {
  const { database, images } = dependencies;
  const posters = new Posters(images);

  router.share('GET /api/events', async () => {
    const rows = await listShown(database, 'event');
    void posters.prepare(database, rows).catch(() => {});
    return everybody({ events: rows.map(presentEvent) });
  });

  router.share('GET /api/events/{id}', async ({ path }) => {
    const row = await findShown(database, 'event', path.id);
    if (!row) throw new ProblemError('resource.missing');
    return everybody(presentEvent(row));
  });

  router.share('GET /api/notices', async () =>
    everybody({ notices: (await listShown(database, 'notice')).map(presentNotice) }),
  );

  router.share('GET /api/notices/{id}', async ({ path }) => {
    const row = await findShown(database, 'notice', path.id);
    if (!row) throw new ProblemError('resource.missing');
    return everybody(presentNotice(row));
  });

  router.get('/EventImg/{file}', async ({ env: request, req }) => {
    const { file = '' } = req.param();
    const [, id, mark] = FILE.exec(file) ?? [];
    const event = id && (await findShown(database, 'event', id));
    if (event && mark !== undefined) return () => sendPoster(request, event, mark);
    const entry = event || (id && mark === undefined && (await findShown(database, 'notice', id)));
    if (!entry) throw new ProblemError('resource.missing');
    return () => sendImage(request, entry);
  });

  async function sendImage(request: RequestContext, entry: ShownRow): Promise<void> {
    const bytes = entry.picture_mark === null ? null : await images.get(eventImageKey(entry.id));
    if (!bytes) throw new ProblemError('resource.missing');
    // The operator may replace the image, so browsers revalidate.
    const etag = `"${imageMark(bytes)}"`;
    const headers = { 'Cache-Control': 'private, no-cache', ETag: etag };
    if (isCurrent(request.header('if-none-match'), etag)) request.send(304, headers);
    else request.send(200, { ...headers, 'Content-Type': 'image/png' }, bytes);
  }

  async function sendPoster(request: RequestContext, event: ShownRow, mark: string): Promise<void> {
    const poster = await posters.read(event);
    if (!poster) throw new ProblemError('resource.missing');
    // URLs of earlier images serve the present one, uncached.
    const cached = mark === event.picture_mark ? 'private, max-age=31536000, immutable' : 'no-store';
    request.send(200, { 'Cache-Control': cached, 'Content-Type': 'image/webp' }, poster);
  }
}
