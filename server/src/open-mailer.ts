import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import type { Config } from './config.ts';
import { openMailbox, openSmtp, type KeptMail, type Mailer } from './platform/mail/mailer.ts';

/** Where mails go by the configuration; they come from `origin`. `list` is there with the built-in mailbox only. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  campus: Campus,
  origin: string,
): { mailer: Mailer; list?: () => Promise<KeptMail[]> } {
  if (!config.smtpUrl) {
    const mailbox = openMailbox(join(config.dataFolder, 'mailbox'));
    return { mailer: mailbox, list: () => mailbox.list() };
  }
  const { hostname } = new URL(origin);
  const from = config.mailFrom ?? `${campus.settings.product.latinName} <no-reply@${hostname}>`;
  return { mailer: openSmtp(config.smtpUrl, from, hostname) };
}
