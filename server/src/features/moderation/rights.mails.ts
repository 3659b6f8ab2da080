import type { Campus } from '@madang/campus/campus';
import { CONFIRM_HOURS, RIGHTS_HIDDEN_DAYS } from '@madang/contract/moderation/rights-rules';
import type { Transaction } from '../../platform/database/database.ts';
import type { ComposeMail, Outbox } from '../../platform/mail/outbox.ts';
import { hashSecret, makeSecret } from '../../platform/sessions/sessions.ts';
import { findMailFacts, setRequestToken } from './rights.queries.ts';

/** What anyone who asked for a removal is mailed. */
export type RightsMail =
  'rights.confirm' | 'rights.hidden' | 'rights.upheld' | 'rights.declined' | 'rights.ended';

/** Mails somebody about their request, where the address is still there. */
export async function mailComplainant(
  { outbox }: { outbox: Pick<Outbox, 'add'> },
  transaction: Transaction,
  { id, email }: { id: string; email: string | null },
  kind: RightsMail,
): Promise<void> {
  if (email !== null)
    await outbox.add(transaction, {
      accountId: null,
      tokenId: null,
      requestId: id,
      kind,
      recipient: email,
    });
}

interface Text {
  subject: string;
  lines: string[];
}

/** Nothing of a post but its address. What is said of one that is hidden is said as well where there is none. */
function textOf(
  kind: RightsMail,
  { thing, link, until, text }: { thing: string; link: string; until: string; text: string | null },
): Text {
  switch (kind) {
    case 'rights.confirm':
      return {
        subject: '권리 침해 신고를 확인해 주세요',
        lines: [
          `아래 글이나 댓글이 권리를 침해한다는 요청을 받았습니다.\n${thing}`,
          '직접 요청했다면 아래 주소를 열고 [요청 확인하기]를 눌러 주세요. 눌러야 접수됩니다.',
          link,
          `이 주소는 ${CONFIRM_HOURS}시간 동안 한 번만 쓸 수 있습니다. 요청한 적이 없다면 이 메일을 무시해 주세요. 아무 일도 일어나지 않습니다.`,
        ],
      };
    case 'rights.hidden':
      return {
        subject: '요청하신 글은 지금 보이지 않습니다',
        lines: [
          `권리 침해로 요청하신 주소의 글이나 댓글은 지금 다른 사람에게 보이지 않습니다.\n${thing}`,
          `이 요청에 따라 가린 것이라면 ${until}까지 최대 ${RIGHTS_HIDDEN_DAYS}일 동안 가려 둡니다. 그 전에 결정이 나면 다시 알려 드립니다.`,
        ],
      };
    case 'rights.upheld':
      return {
        subject: '요청하신 글을 계속 가리기로 했습니다',
        lines: [
          `권리 침해로 요청하신 글이나 댓글을 운영진이 확인하고 계속 가리기로 했습니다.\n${thing}`,
          '작성자가 이의를 제기해 결정이 바뀌면 다시 알려 드립니다.',
        ],
      };
    case 'rights.declined':
      return {
        subject: '요청하신 글을 가리지 않기로 했습니다',
        lines: [
          `권리 침해로 요청하신 글이나 댓글을 운영진이 확인하고 가리지 않기로 했습니다.\n${thing}`,
          ...(text ? [`운영진의 설명: ${text}`] : []),
        ],
      };
    case 'rights.ended':
      return {
        subject: '임시 조치 기간이 끝났습니다',
        lines: [
          `권리 침해로 요청하신 글이나 댓글을 가려 두는 기간이 끝났습니다. 이 요청 때문에 가려진 것은 이제 없습니다.\n${thing}`,
          '권리를 더 보호받으려면 법원 등의 절차를 이용할 수 있습니다.',
        ],
      };
  }
}

/**
 * Writes the mails to anyone who asked for a removal. The secret of the link is made here, at the last moment, and stored as a
 * hash; a retried mail carries a new one and the older copy's link is dead.
 */
export function composeRightsMail(campus: Campus, origin: string): ComposeMail {
  const { product, university, timeZone } = campus.settings;
  const dates = new Intl.DateTimeFormat('ko', { timeZone, dateStyle: 'long', timeStyle: 'short' });
  return async (transaction, { kind, requestId }) => {
    const facts = requestId ? await findMailFacts(transaction, requestId) : undefined;
    if (!requestId || !facts) return null;
    const secret = kind === 'rights.confirm' ? makeSecret() : '';
    if (secret !== '' && !(await setRequestToken(transaction, requestId, hashSecret(secret)))) return null;
    const reply = facts.reply_number === null ? '' : ` (댓글 ${facts.reply_number}번)`;
    const { subject, lines } = textOf(kind as RightsMail, {
      thing: `${origin}${facts.address}${reply}`,
      link: `${origin}/rights?token=${secret}`,
      until: facts.due_at ? dates.format(facts.due_at) : '',
      text: facts.text,
    });
    const greeting = `안녕하세요, ${university.name} 커뮤니티 ${product.name}입니다.`;
    return { subject: `[${product.name}] ${subject}`, text: `${[greeting, ...lines].join('\n\n')}\n` };
  };
}
