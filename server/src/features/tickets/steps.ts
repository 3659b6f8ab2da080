import type { Campus } from '@madang/campus/campus';
import { normalizeText } from '@madang/contract/text/rules';
import {
  ASK_AFTER_DAYS,
  type GivenStep,
  mayFollow,
  OFFICE_LINK_DAYS,
  REOPEN_AT,
  wordProblem,
} from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { KIND_WORDS } from '@madang/contract/tickets/words';
import type { Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import type { ComposeMail, QueuedMail } from '../../mail/mail-queue.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockAuthor } from '../posts/index.ts';
import { findMailed, listUnknown, mailOfficeOf, markKnown, signOfficeLink } from './offices.ts';
import {
  findJoin,
  forgetAnswers,
  insertStep,
  listToAsk,
  lockTicket,
  markAsked,
  putAnswer,
  type StepRow,
  type TicketRow,
} from './ticket-rows.ts';
import {
  nameTicketPlace,
  readOwnTicket,
  type NotifyOfTicket,
  TICKETS_TAG,
  type TicketsDependencies,
} from './tickets.ts';

interface Step {
  step: GivenStep;
  word: string;
  by: 'operator' | 'office';
  /** The actor's account; null for offices and the command line. */
  actorId: string | null;
}

/**
 * Moves a ticket to a later step and notifies its students [TK-02]. The caller invalidates `TICKETS_TAG`.
 *
 * @throws {ProblemError} `resource.missing`, `ticket.step`, `input.invalid`.
 */
export async function moveTicket(
  transaction: Transaction,
  notify: NotifyOfTicket,
  id: string,
  { step, word: given, by, actorId }: Step,
): Promise<void> {
  const word = normalizeText(given).trim();
  refuseFields({ word: wordProblem(word) });
  const row = await lockTicket(transaction, id);
  if (!row) throw new ProblemError('resource.missing');
  if (!mayFollow(row.step, step)) throw new ProblemError('ticket.step');
  await writeStep(transaction, notify, id, { step, word, by }, actorId);
}

async function writeStep(
  transaction: Transaction,
  notify: NotifyOfTicket,
  id: string,
  step: Omit<StepRow, 'at'>,
  actorId: string | null,
): Promise<void> {
  await insertStep(transaction, id, step);
  await notify(transaction, id, { asked: false, but: actorId });
}

/**
 * Stores a student's answer; enough negative ones reopen the ticket and mail its office [TK-02].
 *
 * @throws {ProblemError} `resource.missing`, `ticket.step` if the student was not asked, `session.required`.
 */
export async function answerTicket(
  dependencies: TicketsDependencies,
  session: Session,
  id: string,
  fixed: boolean,
): Promise<OwnTicket> {
  const { userId } = session;
  return dependencies.database.transaction(async (transaction) => {
    if (!(await lockAuthor(transaction, userId))) throw new ProblemError('session.required');
    const row = await lockTicket(transaction, id);
    if (!row) throw new ProblemError('resource.missing');
    const isAsked = row.step === 'fixed' && row.asked_at !== null;
    if (!isAsked || !(await findJoin(transaction, id, userId))) throw new ProblemError('ticket.step');
    const broken = await putAnswer(transaction, id, userId, fixed);
    if (broken >= REOPEN_AT) await reopen(transaction, dependencies, row, userId);
    return readOwnTicket(transaction, userId, id);
  });
}

async function reopen(
  transaction: Transaction,
  dependencies: TicketsDependencies,
  { id, building_id: buildingId }: TicketRow,
  userId: string,
): Promise<void> {
  await forgetAnswers(transaction, id);
  const step = { step: 'received', word: '', by: 'students' } as const;
  await writeStep(transaction, dependencies.notify, id, step, userId);
  await mailOfficeOf(transaction, dependencies, { id, buildingId });
  transaction.afterCommit(() => dependencies.cache.invalidate([TICKETS_TAG]));
}

const BATCH = 100;

/** Asks everyone who joined, once, three days after the repair [TK-02]. */
export async function askIfFixed(transaction: Transaction, notify: NotifyOfTicket): Promise<void> {
  for (const id of await listToAsk(transaction, ASK_AFTER_DAYS, BATCH)) {
    const row = await lockTicket(transaction, id);
    if (row?.step !== 'fixed' || row.asked_at !== null) continue;
    await markAsked(transaction, id);
    await notify(transaction, id, { asked: true, but: null });
  }
}

/** Returns the composer of office mails, with links but no names [TK-04]. Tickets are sent once the mail server accepts. */
export function composeOfficeMail(
  { settings: { product, university } }: Campus,
  origin: string,
  keys: InstallationKeys,
): ComposeMail {
  const greeting = `안녕하세요, ${university.name} 커뮤니티 ${product.name}입니다.`;
  const closing = `주소를 열면 로그인 없이 사진을 보고 확인 · 수리 중 · 완료 · 불가를 한마디와 함께 알려 주실 수 있습니다. 주소는 ${OFFICE_LINK_DAYS}일 동안 열립니다. 이 메일에 보낸 답장은 아무도 읽지 않으니 주소에서 알려 주세요.`;
  const describe = (row: TicketRow) =>
    [
      `${row.number}번 · ${nameTicketPlace(row)}`,
      `${KIND_WORDS[row.kind]} · 기다리는 학생 ${row.joined}명`,
      quote(row.body),
      `${origin}/office?token=${signOfficeLink(keys, row.id)}`,
    ].join('\n');
  return async (transaction, entry) => {
    const rows = await listMailed(transaction, entry);
    const [first] = rows;
    if (!first || !entry.officeId) return null;
    const { officeId } = entry;
    const subject =
      rows.length === 1
        ? `고장 신고 ${first.number}번: ${nameTicketPlace(first)}`
        : `고장 신고 ${rows.length}건이 있습니다`;
    const lead = `학생들이 알린 고장 ${rows.length}건을 전해 드립니다.`;
    return {
      subject: `[${product.name}] ${subject}`,
      text: `${[greeting, lead, ...rows.map(describe), closing].join('\n\n')}\n`,
      whenSent: (sent) =>
        markKnown(
          sent,
          officeId,
          rows.map(({ id }) => id),
        ),
    };
  };
}

/** Quotes a student's text, which could imitate another ticket. */
const quote = (text: string): string => text.replaceAll(/^/gmu, '> ');

/** Returns the tickets of a mail, without ended and hidden ones. */
async function listMailed(
  transaction: Transaction,
  { ticketId, officeId }: QueuedMail,
): Promise<TicketRow[]> {
  if (!ticketId) return officeId ? listUnknown(transaction, officeId) : [];
  const row = await findMailed(transaction, ticketId);
  return row ? [row] : [];
}
