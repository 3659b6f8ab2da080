import type { Campus } from '@madang/campus/campus';
import type { Transaction } from '../../platform/database/database.ts';
import { addJob } from '../../platform/jobs/jobs.queries.ts';
import type { ComposeMail, Outbox } from '../../platform/mail/outbox.ts';
import { mailNotice, TICKET_SHEET } from '../accounts/index.ts';
import { listOperators } from '../moderation/index.ts';
import { readTicketSheet, type SheetPart } from './ticket-sheet.ts';

/** Lets the sheet be mailed at the next Monday, eight o'clock on the campus: a job of that day, which is there once [TK-05]. */
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
  dependencies: { outbox: Pick<Outbox, 'add'> },
): Promise<void> {
  for (const operator of await listOperators(transaction))
    await mailNotice(dependencies, transaction, operator, TICKET_SHEET);
}

/** Writes the sheet as a mail; none where there is nothing to say. */
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
