import type { OfficeTicket, OwnTicket, Ticket } from '@madang/contract/tickets/schema';
import { TICKET_BOARD } from '@madang/contract/tickets/rules';
import type { Executor } from '../../platform/database/database.ts';
import { boardTag } from '../posts/index.ts';
import { findOfficeOf } from './offices.queries.ts';
import {
  findJoin,
  listMedians,
  listOpenTickets,
  listSteps,
  listTicketPictures,
  type StepRow,
  type TicketRow,
} from './tickets.queries.ts';
import { nameTicketPlace } from './tickets.words.ts';

/** Cached answers with tickets in them: as the board of their posts, which is invalidated where one is hidden or shown. */
export const TICKETS_TAG = boardTag(TICKET_BOARD);

/** A ticket as lists show it: nothing of any student. */
export function presentTicket(row: TicketRow): Ticket {
  return {
    id: row.id,
    number: row.number,
    buildingId: row.building_id,
    amenityId: row.amenity_id,
    kind: row.kind,
    floor: row.floor,
    spot: row.spot,
    step: row.step,
    openedAt: row.opened_at.toISOString(),
    stepAt: row.step_at.toISOString(),
    joined: row.joined,
  };
}

const presentSteps = (rows: readonly StepRow[]) => rows.map((row) => ({ ...row, at: row.at.toISOString() }));

/** What everybody is answered [TK-03]. */
export async function readTickets(executor: Executor) {
  const tickets = (await listOpenTickets(executor)).map(presentTicket);
  return { tickets, medians: await listMedians(executor) };
}

/** A ticket as a student sees it. */
export async function presentOwnTicket(
  executor: Executor,
  userId: string,
  row: TicketRow,
): Promise<OwnTicket> {
  const join = await findJoin(executor, row.id, userId);
  const office = await findOfficeOf(executor, row.building_id);
  const isOwn = row.author_id === userId && !row.hidden;
  return {
    ticket: presentTicket(row),
    steps: presentSteps(await listSteps(executor, row.id)),
    office: office
      ? {
          name: office.name,
          knowsAt: row.known_at?.toISOString() ?? null,
          channel: office.channel || null,
        }
      : null,
    joined: join !== undefined,
    withdrawableUntil: (isOwn && row.withdrawable_until?.toISOString()) || null,
    asked: presentAnswer(row, join),
  };
}

function presentAnswer(row: TicketRow, join: { fixed: boolean | null } | undefined): OwnTicket['asked'] {
  if (!join || row.step !== 'fixed' || row.asked_at === null) return 'no';
  if (join.fixed === null) return 'open';
  return join.fixed ? 'fixed' : 'broken';
}

/** A ticket as an office sees it, its pictures by the same link. */
export async function presentOfficeTicket(
  executor: Executor,
  row: TicketRow,
  token: string,
): Promise<OfficeTicket> {
  const pictures = await listTicketPictures(executor, row.id);
  return {
    number: row.number,
    place: nameTicketPlace(row),
    kind: row.kind,
    text: row.body,
    pictures: pictures.map(({ width, height }, index) => ({
      image: `/api/office/pictures/${index + 1}?token=${token}`,
      width,
      height,
    })),
    step: row.step,
    openedAt: row.opened_at.toISOString(),
    joined: row.joined,
    steps: presentSteps(await listSteps(executor, row.id)),
  };
}
