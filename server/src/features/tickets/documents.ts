import type { Executor } from '../../database/database.ts';
import { TICKET, type TicketRow } from './ticket-rows.ts';

export const TICKET_COLUMNS = [
  'number',
  'building',
  'floor',
  'spot',
  'amenity',
  'kind',
  'step',
  'opened',
  'changed',
  'joined',
  'text',
] as const;

/** Returns every visible ticket by number, without student data; unknown values are empty. */
export async function listTicketRows(
  executor: Executor,
): Promise<Record<(typeof TICKET_COLUMNS)[number], string>[]> {
  const rows = await executor.rows<TicketRow>(`${TICKET} WHERE posts.hidden_at IS NULL ORDER BY number`);
  return rows.map((row) => ({
    number: String(row.number),
    building: row.building_id,
    floor: row.floor,
    spot: row.spot,
    amenity: row.amenity_id ?? '',
    kind: row.kind,
    step: row.step,
    opened: row.opened_at.toISOString(),
    changed: row.step_at.toISOString(),
    joined: String(row.joined),
    text: row.body.replaceAll(/\s+/g, ' ').trim(),
  }));
}
