import { join } from 'node:path';
import type { Campus } from '@madang/campus/campus';
import type { Config } from './config.ts';
import { openMailbox, openSmtp, type Mailer, type StoredMail } from './platform/mail/mailer.ts';

/** Where mails go by the configuration; they come from `origin`. `list` is there with the built-in mailbox only. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataFolder'>,
  campus: Campus,
  origin: string,
): { mailer: Mailer; list?: () => Promise<StoredMail[]> } {
  if (!config.smtpUrl) {
    const mailbox = openMailbox(join(config.dataFolder, 'mailbox'));
    return { mailer: mailbox, list: () => mailbox.list() };
  }
  const { hostname } = new URL(origin);
  return { mailer: openSmtp(config.smtpUrl, senderOf(config, campus, origin), hostname) };
}

/** The sender of all mails, `Name <address>`; the site's own where none is set. */
export function senderOf(config: Pick<Config, 'mailFrom'>, campus: Campus, origin: string): string {
  return config.mailFrom ?? `${campus.settings.product.latinName} <no-reply@${new URL(origin).hostname}>`;
}
