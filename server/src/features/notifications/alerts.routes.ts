import type { Campus } from '@madang/campus/campus';
import { alertWords, PREVIEW_DAYS, PREVIEW_MAX, PREVIEW_POSTS } from '@madang/contract/notifications/rules';
import { alertText, holdsWords } from '@madang/contract/notifications/whole-words';
import { EncodedAnswer, type Router } from '../../platform/http/router.ts';
import { findNewest, PieceStatistics, readCards, type FindDependencies } from '../search/index.ts';
import { addAlert, pauseAlert, readWord } from './alerts.actions.ts';
import { presentAlert } from './alerts.present.ts';
import { deleteAlert, listAlerts, listTexts } from './alerts.queries.ts';

/** What alerts and their preview work with. */
export type PreviewDependencies = Pick<FindDependencies, 'database'> & { campus: Campus };

const DAY_MICROS = 24 * 3_600 * 1_000_000;

/** Mounts keyword alerts, and what one would have told of. */
export function registerAlerts(router: Router, dependencies: PreviewDependencies): void {
  const { database } = dependencies;
  const { operatorLabel } = dependencies.campus.settings;
  const statistics = new PieceStatistics(database);

  router.handle('GET /api/profile/alerts', async ({ session }) => ({
    alerts: (await listAlerts(database, session.userId)).map(presentAlert),
  }));

  router.handle('PUT /api/profile/alerts/{id}', async ({ session, path, body }) =>
    presentAlert(await addAlert(dependencies, session, path.id, body)),
  );

  router.handle('PUT /api/profile/alerts/{id}/pause', async ({ session, path }) =>
    presentAlert(await pauseAlert(dependencies, session, path.id, true)),
  );

  router.handle('DELETE /api/profile/alerts/{id}/pause', async ({ session, path }) =>
    presentAlert(await pauseAlert(dependencies, session, path.id, false)),
  );

  router.handle('DELETE /api/profile/alerts/{id}', async ({ session, path }) => {
    await deleteAlert(database, session.userId, path.id);
  });

  router.handle('GET /api/alerts/preview', async ({ query: { word, building = null } }) => {
    readWord(word);
    const asked = { words: alertWords(word), board: building };
    const found = await findNewest({ database, statistics }, asked, PREVIEW_MAX + 1);
    // A day more or less does not count: the process's own clock is good enough.
    const since = Date.now() * 1_000 - PREVIEW_DAYS * DAY_MICROS;
    const recent = found.filter(({ micros }) => micros >= since);
    const texts = await listTexts(
      database,
      recent.map(({ id }) => id),
    );
    const held = texts.filter(({ title, body }) => holdsWords(alertText(title, body), asked.words));
    const told = recent.filter(({ id }) => held.some((text) => text.id === id));
    const ids = told.slice(0, PREVIEW_POSTS).map(({ id }) => id);
    const cards = await readCards(database, operatorLabel, ids);
    const count = Math.min(told.length, PREVIEW_MAX);
    const more = recent.length > PREVIEW_MAX;
    return new EncodedAnswer(`{"count":${count},"more":${more},"posts":[${cards}]}`);
  });
}
