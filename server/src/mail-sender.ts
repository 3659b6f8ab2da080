import type { Campus } from '@madang/campus/campus';
import type { Config } from './config.ts';

/** The sender of all mails, `Name <address>`; the site's own where none is set. */
export function mailSender(config: Pick<Config, 'mailFrom'>, campus: Campus, origin: string): string {
  return config.mailFrom ?? `${campus.settings.product.latinName} <no-reply@${new URL(origin).hostname}>`;
}
