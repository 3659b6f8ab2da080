import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { alertText, holdsWords } from '@madang/contract/notifications/whole-words';
import { squashText } from '@madang/contract/search/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob, type Job } from '../../platform/jobs/jobs.queries.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { wordOf } from '../search/index.ts';
import { listMeals, TELL_DISHES } from '../meals/index.ts';
import { listMatching, tellOfDish } from './alerts.queries.ts';
import { textPieces } from './match-alerts.ts';

/** So many students in one transaction. */
const BATCH = 1_000;

/**
 * Holds the dishes of a day against all keyword alerts: each alert tells once a day, however often the week is published
 * [ML-03]. A day that is over tells nobody. Open pages follow when they count again.
 */
export async function tellDishes(
  { counter, timeZone }: { counter: NotificationCounter; timeZone: string },
  transaction: Transaction,
  { key }: Job,
): Promise<void> {
  const day = campusDay(campusClock(Date.now(), timeZone));
  if (key !== day) return;
  let room = BATCH;
  for (const { dish, buildingId } of await listMeals(transaction, day)) {
    const text = squashText(dish);
    for (const words of await listMatching(transaction, { pieces: textPieces(text), text, from: null }))
      if (room > 0 && holdsWords(alertText(dish), words.patterns.map(wordOf), 'compound'))
        room -= await tellOfDish(transaction, { day, buildingId }, words, room);
  }
  // Whom it told already are passed over.
  if (room === 0) await addJob(transaction, { kind: TELL_DISHES, key: day });
  transaction.afterCommit(() => counter.addLines('lineMade', 'alert', BATCH - room));
}
