import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { parseMeals } from '@madang/contract/places/parse-meals';
import { dayAfter, mondayOf } from '@madang/contract/places/meals';
import { publishWeek } from '../src/features/places/index.ts';
import type { Database } from '../src/database/database.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { readArticles, readTextFile } from './text-file.ts';

/** Source of the meals in the demo world. */
const SOURCE = '예시 자료';

/**
 * Returns the meals of the demo world by id of the cafeteria.
 *
 * @throws {Error} naming an unreadable line.
 */
export function readDemoMeals(monday: string) {
  const file = readTextFile(join(serverFolder(), 'seed', 'content'), 'meals.txt');
  return readArticles(file).map(({ title: amenityId, body, line }) => {
    const { offers, mistakes } = parseMeals(body, monday);
    for (const mistake of mistakes) file.fail(line + mistake.line, mistake.code);
    return { amenityId, offers: offers.map(({ line: _, ...offer }) => ({ ...offer, source: SOURCE })) };
  });
}

/** Plants the meals of this week and the next, each week once; called at every start, so they are current [ML-02]. */
export async function plantDemoMeals(
  database: Database,
  { settings }: Pick<Campus, 'settings'>,
): Promise<void> {
  const { timeZone } = settings;
  const monday = mondayOf(campusDay(campusClock(Date.now(), timeZone)));
  for (const week of [monday, dayAfter(monday, 7)])
    await database.transaction(async (transaction) => {
      const begun = await transaction.change(
        `INSERT INTO installation (key, value) VALUES ($1, 'planted') ON CONFLICT DO NOTHING`,
        [`demo meals ${week}`],
      );
      if (begun === 0) return;
      for (const { amenityId, offers } of readDemoMeals(week))
        await publishWeek(transaction, { amenityId, monday: week, timeZone }, offers);
    });
}
