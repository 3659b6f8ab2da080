import type { Campus } from '@madang/campus/campus';
import type { Database } from '../../platform/database/database.ts';
import { beginPlanting, lockBuildingIds, putAmenities, replaceHours } from './amenities.queries.ts';

/** Plants what the campus folder knows of amenities and hours, once: from then on they are the operator's and the students'. */
export async function plantAmenities(
  database: Database,
  { amenities, hours }: Pick<Campus, 'amenities' | 'hours'>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // The operator may have removed buildings before.
    const buildings = await lockBuildingIds(transaction);
    const isThere = ({ building }: { building: string }) => buildings.has(building);
    if (await beginPlanting(transaction, 'amenities'))
      await putAmenities(
        transaction,
        amenities.filter(isThere).map((row) => ({ now: row, imported: row, before: null })),
      );
    if (await beginPlanting(transaction, 'openingHours'))
      await replaceHours(transaction, hours.filter(isThere));
  });
}
