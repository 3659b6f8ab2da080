import type { Campus } from '@madang/campus/campus';
import { emailProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import type { FieldCode } from '@madang/contract/errors';
import { OFFICE_FIELD_MAX } from '@madang/contract/admin/rules';
import { countCodePoints, isBlank, normalizeText } from '@madang/contract/text/rules';
import { ageInDays, GIVEN_STEPS, type GivenStep } from '@madang/contract/tickets/rules';
import { KIND_WORDS, STEP_WORDS } from '@madang/contract/tickets/words';
import type { Executor, Transaction } from '../../database/database.ts';
import { escapeHtml } from '../../lib/html.ts';
import { refuseFields } from '../../http/problem.ts';
import { pagePolicy, policyHash } from '../../http/request.ts';
import { addJob } from '../../jobs/jobs.ts';
import type { ComposeMail, MailQueue } from '../../mail/mail-queue.ts';
import { mailNotice, TICKET_SHEET } from '../accounts/index.ts';
import { addDays } from '../analytics/index.ts';
import { findBoard, listBuildings } from '../campus/index.ts';
import { listOperators } from '../moderation/index.ts';
import { notifyOfTicket } from '../notifications/index.ts';
import { listUnfoundTerms } from '../search/index.ts';
import {
  ALL,
  deleteOffice,
  listEndedTickets,
  listMedians,
  listOffices,
  listOpenTickets,
  moveTicket,
  nameTicketPlace,
  type OfficeTexts,
  putOffice,
  type TicketRow,
} from '../tickets/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

interface GivenMove extends ActionTarget {
  step: string;
  word: string;
}

/** Moves a ticket to a later step, with a message [TK-02]. */
export const ticketsStep: OperatorAction<GivenMove, ActionTarget & { step: GivenStep; word: string }> = {
  name: 'tickets step',
  detail: ({ step }) => step,
  read({ id, step: given, word }) {
    const step = GIVEN_STEPS.find((one) => one === given);
    refuseFields({ step: step ? null : 'unknown' });
    return { id, step: step ?? 'seen', word };
  },
  async work(transaction, { id, step, word }, { actorId }) {
    await moveTicket(transaction, notifyOfTicket, id, { step, word, by: 'operator', actorId });
    return 'done';
  },
};

/** An office as given: the target is its building, or `all`. */
interface GivenOffice extends ActionTarget {
  name: string;
  email?: string | undefined;
  dailyHour?: string | undefined;
  channel?: string | undefined;
}

/** Sets the repair office of a building, or the default office [TK-04]. */
export const officesSet: OperatorAction<GivenOffice, OfficeTexts> = {
  name: 'offices set',
  read({ id, name, email = '', dailyHour = '', channel = '' }) {
    refuseFields({
      name: nameProblem(name),
      email: officeEmailProblem(email, channel),
      dailyHour: /^(?:|[01]?\d|2[0-3])$/.test(dailyHour.trim()) ? null : 'invalid',
      channel: channelProblem(channel.trim()),
    });
    const daily_hour = email.trim() === '' || dailyHour.trim() === '' ? null : Number(dailyHour);
    return {
      id,
      name: normalizeText(name).trim(),
      email: normalizeEmail(email),
      daily_hour,
      channel: channel.trim(),
    };
  },
  async work(transaction, office, { campus }) {
    const { id } = office;
    if (id !== ALL && (await findBoard(transaction, id))?.kind !== 'building') return 'missing';
    const now = (await listOffices(transaction)).find((one) => one.id === id);
    const isSame =
      now?.name === office.name &&
      now.email === office.email &&
      now.daily_hour === office.daily_hour &&
      now.channel === office.channel;
    if (isSame) return 'same';
    await putOffice(transaction, office, campus.settings.timeZone);
    return 'done';
  },
};

/** Deletes an office; its tickets stay. */
export const officesRemove: OperatorAction<ActionTarget> = {
  name: 'offices remove',
  needsReason: true,
  async work(transaction, { id }) {
    return (await deleteOffice(transaction, id)) ? 'done' : 'missing';
  },
};

/** Line breaks would inject mail header fields. */
const hasLines = (text: string) => /[\r\n\u2028\u2029]/.test(text);

function nameProblem(name: string): FieldCode | null {
  if (isBlank(name)) return 'required';
  if (hasLines(name)) return 'invalid';
  return countCodePoints(name.trim()) > OFFICE_FIELD_MAX ? 'tooLong' : null;
}

function officeEmailProblem(email: string, channel: string): FieldCode | null {
  if (hasLines(email)) return 'email.pattern';
  if (email.trim() === '') return channel.trim() === '' ? 'email.required' : null;
  return emailProblem(email);
}

function channelProblem(channel: string): FieldCode | null {
  if (channel === '') return null;
  if (channel.length > OFFICE_FIELD_MAX) return 'tooLong';
  const url = URL.canParse(channel) ? new URL(channel) : null;
  const isPlain = url?.protocol === 'https:' && url.username === '' && !/\s/.test(channel);
  return isPlain ? null : 'invalid';
}

const WEEK = 7;
/** Rows of each part that fit on one A4 sheet. */
const ROWS = { open: 20, medians: 10, fixed: 10, unfound: 8 } as const;

export interface SheetPart {
  name: keyof typeof ROWS;
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  more: number;
}

/** Weekly ticket report for the council [TK-05], without student data. */
export interface TicketSheet {
  /** Campus days as `YYYY-MM-DD`. */
  from: string;
  to: string;
  parts: readonly SheetPart[];
}

export async function readTicketSheet(executor: Executor, timeZone: string): Promise<TicketSheet> {
  const dayOf = (at: Date) => campusDay(campusClock(at.getTime(), timeZone));
  const to = dayOf(new Date());
  const from = addDays(to, 1 - WEEK);
  const names = new Map((await listBuildings(executor)).map(({ id, name }) => [id, name]));
  const part = (
    name: SheetPart['name'],
    title: string,
    columns: readonly string[],
    rows: readonly string[][],
  ) => ({
    name,
    title: `${title} ${rows.length}건`,
    columns,
    rows: rows.slice(0, ROWS[name]),
    more: Math.max(0, rows.length - ROWS[name]),
  });
  const what = (row: TicketRow) => [`${row.number}번`, nameTicketPlace(row), KIND_WORDS[row.kind]];
  const open = (await listOpenTickets(executor)).map((row) => [
    ...what(row),
    STEP_WORDS[row.step],
    `${ageInDays(dayOf(row.opened_at), to)}일째`,
    `${row.joined}명`,
  ]);
  const medians = (await listMedians(executor)).map(({ buildingId, kind, days, n }) => [
    names.get(buildingId) ?? buildingId,
    KIND_WORDS[kind],
    `${days}일`,
    `${n}건`,
  ]);
  const fixed = (await listEndedTickets(executor, WEEK))
    .filter(({ step }) => step === 'fixed')
    .map((row) => [...what(row), `${ageInDays(dayOf(row.opened_at), dayOf(row.step_at))}일째`]);
  return {
    from,
    to,
    parts: [
      part('open', '아직 고치지 않은 고장', ['번호', '장소', '고장', '단계', '기간', '기다림'], open),
      part('medians', '고치는 데 걸린 날(중앙값)', ['건물', '고장', '걸린 날', '건수'], medians),
      part('fixed', '이번 주에 고친 고장', ['번호', '장소', '고장', '걸린 기간'], fixed),
      part('unfound', '찾았지만 없던 검색어', ['검색어', '학생'], await countUnfound(executor, from, to)),
    ],
  };
}

/** Returns the terms that at least five students searched, with their number. */
async function countUnfound(executor: Executor, from: string, to: string): Promise<string[][]> {
  const counts = new Map<string, number>();
  for (const { term, students } of await listUnfoundTerms(executor, from, to))
    counts.set(term, (counts.get(term) ?? 0) + students);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([term, count]) => [term, `${count}명`]);
}

/** Schedules the sheet's mail for Monday, 08:00 campus time, once [TK-05]. */
export async function planTicketSheet(transaction: Transaction, timeZone: string): Promise<void> {
  const next = await transaction.first<{ key: string; at: Date }>(
    `SELECT day::text AS key, at
       FROM (SELECT (date_trunc('week', now() AT TIME ZONE $1::text) + make_interval(weeks => n))::date AS day
               FROM generate_series(0, 1) AS n) AS mondays,
            LATERAL (SELECT (day + time '08:00') AT TIME ZONE $1::text AS at) AS time
      WHERE at > now() ORDER BY at LIMIT 1`,
    [timeZone],
  );
  if (next) await addJob(transaction, { kind: TICKET_SHEET, key: next.key, dueAt: next.at, ifAbsent: true });
}

/** Mails the sheet to every operator. */
export async function mailTicketSheet(
  transaction: Transaction,
  dependencies: { mailQueue: Pick<MailQueue, 'add'> },
): Promise<void> {
  for (const operator of await listOperators(transaction))
    await mailNotice(dependencies, transaction, operator, TICKET_SHEET);
}

/** Returns the composer of the sheet's mail; null if empty. */
export function composeTicketSheet({ settings }: Campus, origin: string): ComposeMail {
  const { product, university, timeZone } = settings;
  return async (transaction) => {
    const { from, to, parts } = await readTicketSheet(transaction, timeZone);
    const said = parts.filter(({ rows }) => rows.length > 0);
    if (said.length === 0) return null;
    const greeting = `안녕하세요, ${university.name} 커뮤니티 ${product.name}입니다.`;
    const link = `인쇄할 수 있는 한 장은 아래 주소에 있습니다.\n${origin}/operate/tickets`;
    return {
      subject: `[${product.name}] 고장 신고 주간 보고 ${from} – ${to}`,
      text: `${[greeting, ...said.map(writePart), link].join('\n\n')}\n`,
    };
  };
}

function writePart({ title, rows, more }: SheetPart): string {
  const last = more > 0 ? [`외 ${more}건`] : [];
  return [title, ...rows.map((row) => `- ${row.join(' · ')}`), ...last].join('\n');
}

/** Fits one A4 sheet: rows are lines, longer words are cut. */
const STYLE = `@page{size:A4 portrait;margin:12mm}
*{box-sizing:border-box;margin:0}
body{max-width:186mm;margin:0 auto;color:#000;background:#fff;font:9pt/1.3 "Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",sans-serif}
h1{font-size:15pt}
h2{margin:4mm 0 1mm;font-size:11pt}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th,td{height:5mm;padding:0 1mm;overflow:hidden;border-bottom:.1mm solid #999;text-align:left;text-overflow:ellipsis;white-space:nowrap}
.open th:nth-child(2){width:38%}
.fixed th:nth-child(2){width:45%}`;

/** Content security policy of the page: no scripts, no requests. */
export const SHEET_POLICY = pagePolicy([], [policyHash(STYLE)]);

/** Returns the sheet as a page that fits on one A4 sheet [TK-05]. */
export function printTicketSheet(product: string, { from, to, parts }: TicketSheet): string {
  const title = `${escapeHtml(product)} 고장 신고 주간 보고`;
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${title}</title>
<style>${STYLE}</style></head><body><h1>${title}</h1><p>${from} – ${to}</p>
${parts.map(printPart).join('\n')}</body></html>`;
}

function printPart({ name, title, columns, rows, more }: SheetPart): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  const table = `<table class="${name}"><thead>${cells('th', columns)}</thead><tbody>${rows
    .map((row) => cells('td', row))
    .join('')}</tbody></table>`;
  return `<section><h2>${escapeHtml(title)}</h2>${rows.length > 0 ? table : '<p>없음</p>'}${
    more > 0 ? `<p>외 ${more}건</p>` : ''
  }</section>`;
}
