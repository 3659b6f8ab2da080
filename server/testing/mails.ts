import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail } from '../src/mail/mailer.ts';

/** Waits for a mail to the address; returns the newest one. */
export async function waitForMail(
  testApp: { mails: readonly Mail[] },
  to: string,
  timeout = 20_000,
): Promise<Mail> {
  const end = Date.now() + timeout;
  for (;;) {
    const mail = testApp.mails.findLast((candidate) => candidate.to === to);
    if (mail) return mail;
    if (Date.now() > end) throw new Error(`no mail to ${to} within ${timeout} ms`);
    await sleep(10);
  }
}

/** Returns the link of a mail and its token. */
export function linkOf(mail: Mail): { address: URL; token: string } {
  const [text = ''] = /https?:\/\/\S+/.exec(mail.text) ?? [];
  const address = new URL(text);
  return { address, token: address.searchParams.get('token') ?? '' };
}
