import type { Campus } from '@madang/campus/campus';
import { OFFICE_LINK_DAYS } from '@madang/contract/tickets/rules';
import { KIND_WORDS } from '@madang/contract/tickets/words';
import type { Transaction } from '../../platform/database/database.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import type { ComposeMail, OutboxEntry } from '../../platform/mail/outbox.ts';
import { signOfficeLink } from './office-link.ts';
import { findMailed, listUnknown, markKnown } from './offices.queries.ts';
import type { TicketRow } from './tickets.queries.ts';
import { nameTicketPlace } from './tickets.words.ts';

/**
 * Writes the mails to offices when they go out: number, place, kind, words, how many wait, and a link that works without login; nothing
 * that names a student [TK-04]. An office knows of what stands in a mail once the mail server has taken that.
 */
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

/** A student's words, which look like nothing that the server writes: a further ticket or its link. */
const quote = (text: string): string => text.replaceAll(/^/gmu, '> ');

/** What has ended or is hidden meanwhile is left out. */
async function listMailed(
  transaction: Transaction,
  { ticketId, officeId }: OutboxEntry,
): Promise<TicketRow[]> {
  if (!ticketId) return officeId ? listUnknown(transaction, officeId) : [];
  const row = await findMailed(transaction, ticketId);
  return row ? [row] : [];
}
