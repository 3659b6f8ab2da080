import type { CampusTicket } from '@madang/campus/parse-boards';
import { TICKET_BOARD, type TicketKind } from '@madang/contract/tickets/rules';
import { v7 as makeId } from 'uuid';
import type { Executor, Transaction } from '../../database/database.ts';
import { importPosts } from '../posts/index.ts';
import { lockNumbers, putTicketBoard, TICKET, type TicketRow } from './ticket-rows.ts';
import { titleOf } from './tickets.ts';

/** Returns every visible ticket by number, without student data. */
export async function listTicketRows(executor: Executor): Promise<CampusTicket[]> {
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

/** Adds a file's tickets, without students; mails offices as usual. Existing numbers stay. Omits unknown amenities. */
export async function importTickets(
  transaction: Transaction,
  rows: readonly CampusTicket[],
): Promise<{ added: number; changed: number; removed: number; same: number }> {
  await putTicketBoard(transaction);
  await lockNumbers(transaction);
  const [numbers, names] = await Promise.all([
    transaction.rows<{ number: number }>('SELECT number FROM tickets'),
    transaction.rows<{ id: string; name: string }>('SELECT id, name FROM buildings'),
  ]);
  const taken = new Set(numbers.map(({ number }) => number));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  let next = Math.max(0, ...taken, ...rows.map(({ number }) => Number(number)));
  const added = rows
    .filter(({ number }) => number === '' || !taken.has(Number(number)))
    .map((row) => ({ ...row, id: makeId(), number: row.number === '' ? (next += 1) : Number(row.number) }));
  await importPosts(
    transaction,
    added.map(({ id, opened, text, ...row }) => ({
      id,
      sourceId: null,
      buildingId: TICKET_BOARD,
      authorId: null,
      title: titleOf({ ...row, kind: row.kind as TicketKind, building_name: nameOf.get(row.building) ?? '' }),
      body: text,
      keywords: [],
      pictures: [],
      likerIds: [],
      scrapperIds: [],
      createdAt: new Date(opened),
    })),
  );
  await transaction.change(
    `WITH row AS (SELECT * FROM jsonb_to_recordset($1::text::jsonb) AS row
                    (id uuid, number int, building text, floor text, spot text, amenity text, kind text, step text,
                     opened timestamptz, changed timestamptz))
     INSERT INTO tickets (post_id, number, building_id, floor, spot, amenity_id, kind, step, opened_at, step_at, asked_at)
     SELECT row.id, row.number, row.building, row.floor, row.spot, amenities.id, row.kind, row.step, row.opened, row.changed,
            CASE WHEN row.step = 'fixed' THEN now() END
       FROM row LEFT JOIN amenities ON amenities.id = row.amenity AND amenities.building_id = row.building`,
    [JSON.stringify(added)],
  );
  return { added: added.length, changed: 0, removed: 0, same: rows.length - added.length };
}
