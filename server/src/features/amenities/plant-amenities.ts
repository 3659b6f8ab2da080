import type { Campus } from '@madang/campus/campus';
import type { Database } from '../../platform/database/database.ts';
import { beginPlanting, listBuildingIds, putAmenities, replaceHours } from './amenities.queries.ts';

/** Plants what the campus folder knows of amenities and hours, once: from then on they are the operator's and the students'. */
export async function plantAmenities(
  database: Database,
  { amenities, hours }: Pick<Campus, 'amenities' | 'hours'>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await beginPlanting(transaction))) return;
    // The operator may have removed buildings before.
    const buildings = await listBuildingIds(transaction);
    const isThere = ({ building }: { building: string }) => buildings.has(building);
    await putAmenities(
      transaction,
      amenities.filter(isThere).map((row) => ({ next: row, file: row })),
    );
    await replaceHours(transaction, hours.filter(isThere));
  });
}
