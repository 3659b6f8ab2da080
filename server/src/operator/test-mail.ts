import { v7 as uuidv7 } from 'uuid';
import type { Executor } from '../database/database.ts';
import { MAIL_RECEIVED } from '../features/admin/index.ts';
import type { Mailer } from '../mail/mailer.ts';
import { findAuditEntryByCode, recordAuditEntry } from '../audit.ts';

const SENT = 'mail test';

interface TestMail {
  to: string;
  route: string;
  actor: string;
  product: string;
}

/** Sends and logs a test mail. A server's acceptance proves little, hence its code for {@link confirmTestMail}. */
export async function sendTestMail(
  executor: Executor,
  mailer: Mailer,
  { to, route, actor, product }: TestMail,
): Promise<void> {
  const id = uuidv7();
  const code = id.slice(-8);
  await mailer.send({
    id,
    accountId: id,
    to,
    subject: `[${product}] 메일 시험`,
    text: [
      `${product}의 메일이 도착하는지 알아보는 시험 메일입니다.`,
      '이 메일을 받았다면 서버에서 아래 명령을 실행해 주세요.',
      `operator mail received ${code}`,
      '스팸함에서 찾았다면 먼저 보내는 도메인의 SPF와 DKIM 설정을 확인해 주세요.',
      '',
    ].join('\n\n'),
  });
  await recordAuditEntry(executor, { actor, action: SENT, target: route, reason: null }, id);
}

/** Records the arrival of the test mail with this code; returns its route, or null. */
export async function confirmTestMail(
  executor: Executor,
  code: string,
  actor: string,
): Promise<string | null> {
  const sent = await findAuditEntryByCode(executor, SENT, code.toLowerCase());
  if (!sent) return null;
  await recordAuditEntry(executor, { actor, action: MAIL_RECEIVED, target: sent.target, reason: null });
  return sent.target;
}
