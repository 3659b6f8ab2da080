import type { Body } from '@madang/contract/endpoints';
import { POST_TITLE_MAX } from '@madang/contract/posts/rules';
import { countCodePoints, normalizeText } from '@madang/contract/text/rules';
import {
  FLOOR_MAX,
  isOpen,
  TICKET_BOARD,
  TICKET_PICTURES_MAX,
  TICKET_SPOT_MAX,
  type TicketKind,
  ticketTextProblem,
} from '@madang/contract/tickets/rules';
import type { OfficeTicket, OwnTicket, Ticket } from '@madang/contract/tickets/schema';
import { KIND_WORDS, placeWords } from '@madang/contract/tickets/words';
import type { Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import type { Session } from '../../sessions/sessions.ts';
import {
  arePicturesSame,
  boardTag,
  deletePost,
  type DeletionsDependencies,
  findPost,
  type HoldLinks,
  linkText,
  lockAuthor,
  type RequireMayWrite,
  type RequireNoFlood,
  storePost,
  tidyText,
} from '../posts/index.ts';
import { findOfficeOf, mailOfficeOf } from './offices.ts';
import {
  deleteJoin,
  findJoin,
  findTicket,
  holdPlace,
  insertJoin,
  insertTicket,
  listMedians,
  listOpenTickets,
  listSteps,
  listTicketPictures,
  lockTicket,
  type NewTicket,
  putTicketBoard,
  type StepRow,
  type TicketRow,
} from './ticket-rows.ts';

/**
 * Notifies a ticket's students in the changing transaction, the post locked. `asked`: whether it was fixed. `but`: skipped
 * user.
 */
export type NotifyOfTicket = (
  transaction: Transaction,
  ticketId: string,
  about: { asked: boolean; but: string | null },
) => Promise<void>;

/** Includes functions of higher features, provided by `register-features.ts`. */
export interface TicketsDependencies extends DeletionsDependencies {
  mailQueue: Pick<MailQueue, 'add'>;
  notify: NotifyOfTicket;
  requireMayWrite?: RequireMayWrite | undefined;
  requireNoFlood?: RequireNoFlood | undefined;
  holdLinks?: HoldLinks | undefined;
}

type Report = NewTicket & {
  body: string;
  pictures: { uploadId: string; description: string }[];
  again: boolean;
};

const tidyLine = (text: string) => normalizeText(text).replaceAll(/\s+/g, ' ').trim();

/** @throws {ProblemError} `input.invalid`. */
function readReport({ text, pictures, again = false, ...given }: Body<'POST /api/tickets'>): Report {
  const [floor, spot] = [tidyLine(given.floor), tidyLine(given.spot)];
  const { body } = tidyText({ title: '', body: text, keywords: [] });
  const isRepeated = new Set(pictures).size < pictures.length;
  refuseFields({
    text: ticketTextProblem(body),
    floor: countCodePoints(floor) > FLOOR_MAX ? 'tooLong' : null,
    spot: countCodePoints(spot) > TICKET_SPOT_MAX ? 'tooLong' : null,
    pictures: isRepeated || pictures.length > TICKET_PICTURES_MAX ? 'invalid' : null,
  });
  const described = pictures.map((uploadId) => ({ uploadId, description: '' }));
  return { ...given, floor, spot, body, pictures: described, again };
}

/**
 * Reports a defect [TK-01]: post, ticket and office mail in one transaction. Idempotent by id and content.
 *
 * @throws {ProblemError} `resource.missing`, `right.required`, `input.invalid`, `upload.used`, `identifier.taken`,
 *   `writing.suspended`, `pace.reached`, `text.repeated`, `session.required`.
 */
export async function reportTicket(
  dependencies: TicketsDependencies,
  session: Session,
  given: Body<'POST /api/tickets'>,
): Promise<OwnTicket> {
  const report = readReport(given);
  return dependencies.database.transaction(async (transaction) => {
    // Also if already written: another process's signal may be pending.
    transaction.afterCommit(() => dependencies.cache.invalidate([TICKETS_TAG]));
    const row =
      (await findReported(transaction, session, report)) ??
      (await writeReport(transaction, dependencies, session, report)) ??
      // The id was taken meanwhile, or by an invisible post.
      (await findReported(transaction, session, report));
    if (!row) throw new ProblemError('identifier.taken');
    return presentOwnTicket(transaction, session.userId, row);
  });
}

async function findReported(
  executor: Executor,
  session: Session,
  report: Report,
): Promise<TicketRow | undefined> {
  const post = await findPost(executor, report.id, session.userId);
  if (!post) return undefined;
  const row = await findTicket(executor, report.id);
  const isSame =
    row !== undefined &&
    post.author_id === session.userId &&
    row.building_id === report.buildingId &&
    (row.amenity_id ?? report.amenityId) === report.amenityId &&
    row.kind === report.kind &&
    row.floor === report.floor &&
    row.spot === report.spot &&
    post.body === report.body &&
    arePicturesSame(post.pictures, report.pictures);
  if (!isSame) throw new ProblemError('identifier.taken');
  return row;
}

/** Returns undefined if the id is taken. */
async function writeReport(
  transaction: Transaction,
  dependencies: TicketsDependencies,
  session: Session,
  { again, ...report }: Report,
): Promise<TicketRow | undefined> {
  const { id, buildingId, body, pictures } = report;
  const author = await lockAuthor(transaction, session.userId);
  if (!author) throw new ProblemError('session.required');
  if (!author.writing_right) throw new ProblemError('right.required');
  const place = await holdPlace(transaction, buildingId, report.amenityId);
  if (!place) throw new ProblemError('resource.missing');
  refuseFields({ amenityId: place.amenity ? null : 'unknown' });
  await dependencies.requireMayWrite?.(transaction, session.userId, { buildingId });
  await putTicketBoard(transaction);
  const title = titleOf({ ...report, building_name: place.name });
  const post = { id, buildingId: TICKET_BOARD, title, body, keywords: [], pictures } as const;
  const rules = { pictureField: 'pictures', again, inLatest: false } as const;
  if (!(await storePost(transaction, dependencies, session, { ...post, ...rules }))) return undefined;
  await insertTicket(transaction, report, session.userId);
  await mailOfficeOf(transaction, dependencies, report);
  const written = { kind: 'post', id, postId: id, text: linkText(post) } as const;
  await dependencies.holdLinks?.(transaction, session.userId, written);
  return findTicket(transaction, id);
}

/**
 * Withdraws an own ticket within ten minutes if no other student joined [TK-06]. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`, `content.foreign`, `undo.late`, `session.required`.
 */
export function withdrawTicket(
  dependencies: TicketsDependencies,
  session: Session,
  id: string,
): Promise<void> {
  return deletePost(dependencies, session, id, async (transaction) => {
    const row = await findTicket(transaction, id);
    if (!row) throw new ProblemError('resource.missing');
    if (!row.withdrawable_until) throw new ProblemError('undo.late');
  });
}

/**
 * Adds or removes a student's join; idempotent [TK-01].
 *
 * @throws {ProblemError} `resource.missing`, `right.required`, `ticket.step` for an ended ticket, `session.required`.
 */
export async function setJoin(
  { database, cache }: Pick<TicketsDependencies, 'database' | 'cache'>,
  session: Session,
  id: string,
  joined: boolean,
): Promise<OwnTicket> {
  const { userId } = session;
  return database.transaction(async (transaction) => {
    const author = await lockAuthor(transaction, userId);
    if (!author) throw new ProblemError('session.required');
    if (joined && !author.writing_right) throw new ProblemError('right.required');
    const row = await lockTicket(transaction, id);
    if (!row) throw new ProblemError('resource.missing');
    if (!joined) await deleteJoin(transaction, id, userId);
    else if (!(await findJoin(transaction, id, userId))) {
      if (!isOpen(row.step)) throw new ProblemError('ticket.step');
      await insertJoin(transaction, id, userId);
    }
    transaction.afterCommit(() => cache.invalidate([TICKETS_TAG]));
    return readOwnTicket(transaction, userId, id);
  });
}

/**
 * Returns a ticket as this student sees it.
 *
 * @throws {ProblemError} `resource.missing`, also for an invisible post.
 */
export async function readOwnTicket(executor: Executor, userId: string, id: string): Promise<OwnTicket> {
  const row = await findTicket(executor, id);
  if (!row || row.hidden) throw new ProblemError('resource.missing');
  return presentOwnTicket(executor, userId, row);
}

/** Cache tag of tickets: the board's, which hiding and showing posts invalidates. */
export const TICKETS_TAG = boardTag(TICKET_BOARD);

/** Returns a ticket for lists, without student data. */
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

/** Returns the answer shared by all users [TK-03]. */
export async function readTickets(executor: Executor) {
  const tickets = (await listOpenTickets(executor)).map(presentTicket);
  return { tickets, medians: await listMedians(executor) };
}

async function presentOwnTicket(executor: Executor, userId: string, row: TicketRow): Promise<OwnTicket> {
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

/** Returns a ticket for an office; pictures use the same link. */
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

/** Returns the location in one line. */
export function nameTicketPlace({
  building_name: building,
  ...place
}: {
  building_name: string;
  floor: string;
  spot: string;
}): string {
  return `${building} ${placeWords(place)}`.trim();
}

/** Returns the title of a ticket's post: defect and location. */
export function titleOf(ticket: {
  kind: TicketKind;
  building_name: string;
  floor: string;
  spot: string;
}): string {
  const title = `${KIND_WORDS[ticket.kind]} · ${nameTicketPlace(ticket)}`;
  return [...title].slice(0, POST_TITLE_MAX).join('').trim();
}
