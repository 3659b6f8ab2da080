import type { ImageStore } from '../../platform/images/image-store.ts';
import type { Executor } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import { uploadPath } from '../posts/index.ts';
import { readOfficeLink } from './office-link.ts';
import { moveTicket } from './steps.actions.ts';
import type { TicketsDependencies } from './tickets.actions.ts';
import { presentOfficeTicket, TICKETS_TAG } from './tickets.present.ts';
import { findTicket, listTicketPictures, type TicketRow } from './tickets.queries.ts';

/** With what links are signed with, and where pictures are. */
export type OfficeDependencies = TicketsDependencies & { keys: InstallationKeys; images: ImageStore };

/** Mounts what the link in an office's mail opens, for anybody who has it [TK-02]. Only POST changes anything: scanners follow links. */
export function registerOffice(router: Router, dependencies: OfficeDependencies): void {
  const { database, cache, images, keys, tell } = dependencies;

  // Shared, since the page brings it along; not cached, since a link ends by time.
  router.share('GET /api/office', async ({ query: { token } }) => ({
    json: JSON.stringify(
      await presentOfficeTicket(database, await requireTicket(database, keys, token), token),
    ),
    tags: null,
  }));

  router.handle('POST /api/office', async ({ body: { token, step, word } }) =>
    database.transaction(async (transaction) => {
      const { id } = await requireTicket(transaction, keys, token);
      await moveTicket(transaction, tell, id, { step, word, by: 'office', actorId: null });
      transaction.afterCommit(() => cache.invalidate([TICKETS_TAG]));
      return presentOfficeTicket(transaction, await requireTicket(transaction, keys, token), token);
    }),
  );

  router.stream('GET /api/office/pictures/{picture}', async ({ path, query: { token }, exchange }) => {
    const { id } = await requireTicket(database, keys, token);
    const picture = (await listTicketPictures(database, id))[Number(path.picture) - 1];
    const key = picture && `${uploadPath(picture.owner_id, picture.upload_id)}/large.webp`;
    const bytes = key && (await images.get(key));
    if (!bytes) throw new ProblemError('resource.missing');
    exchange.send(200, { 'Cache-Control': 'no-store', 'Content-Type': 'image/webp' }, bytes);
  });
}

/** @throws {ProblemError} `token.spent` for a link that is not ours or too old, and for a ticket that is gone. */
async function requireTicket(executor: Executor, keys: InstallationKeys, token: string): Promise<TicketRow> {
  const id = readOfficeLink(keys, token);
  const row = id === null ? undefined : await findTicket(executor, id);
  if (!row || row.hidden) throw new ProblemError('token.spent');
  return row;
}
