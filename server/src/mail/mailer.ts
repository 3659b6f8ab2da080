import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  /** Stable over retries, so that mail programs recognize duplicates. */
  id: string;
  /** Account of the recipient; not sent. */
  accountId: string;
  to: string;
  subject: string;
  text: string;
  /** True for a deleted account's last mail, stored without personal data. */
  parting?: true;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Deletes the account's mails, if delivered ones are stored here. */
  forget?(accountId: string): Promise<void>;
  close(): void;
}

/** Number of mails in the built-in mailbox, newest first. */
const MAILBOX_MAX = 200;

/** A single address that no parser could read as another one. */
const PLAIN_ADDRESS = /^[^\s"(),:;<>@[\\\]]+@[A-Za-z0-9.-]+$/;

/** Timeouts in milliseconds, shorter than the lease of the mail queue. */
const TIMEOUT = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/**
 * Opens SMTP (`smtp://` or `smtps://`, with credentials), for plain addresses only. `host`: the site's public name, which
 * mail servers verify.
 */
export function openSmtp(url: string, from: string, host: string): Mailer {
  const transport = createTransport({ url, name: greetingName(host), ...TIMEOUT }, { from });
  return {
    async send({ id, to, subject, text }) {
      // The library parses comments and quotes; this ensures exactly this address [SF-10].
      if (!PLAIN_ADDRESS.test(to)) throw new Error('not a plain address');
      const envelopeFrom = /<([^>]+)>/.exec(from)?.[1] ?? from;
      await transport.sendMail({
        to: { name: '', address: to },
        envelope: { from: envelopeFrom, to: [to] },
        messageId: `<${id}@${host}>`,
        // Suppresses vacation replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject,
        text,
      });
    },
    close: () => transport.close(),
  };
}

/** Returns a host's EHLO name, with brackets around addresses (RFC 5321, 4.1.3). */
function greetingName(host: string): string {
  if (host.startsWith('[')) return `[IPv6:${host.slice(1)}`;
  return isIPv4(host) ? `[${host}]` : host;
}

/** Timeout per step of the check, in milliseconds. */
const CHECK_TIMEOUT = 5_000;

/**
 * Connects to a mail server, greets as `host`, signs in if possible; sends nothing.
 *
 * @throws {Error} with the message of the connection or the server.
 */
export async function checkSmtp(url: string, host: string): Promise<void> {
  const transport = createTransport({
    url,
    name: greetingName(host),
    connectionTimeout: CHECK_TIMEOUT,
    greetingTimeout: CHECK_TIMEOUT,
    socketTimeout: CHECK_TIMEOUT,
    dnsTimeout: CHECK_TIMEOUT,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

export interface StoredMail extends Mail {
  sentAt: string;
}

/** Returns a mailer that stores mails as files. */
export function openMailbox(folder: string): Required<Mailer> & { list(): Promise<StoredMail[]> } {
  const listNames = async () => {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.endsWith('.json')).sort();
  };
  /** Returns a stored mail's text, or undefined if it was deleted since the folder was listed. */
  const readStored = (name: string) =>
    readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  return {
    async send({ parting, ...whole }) {
      const mail = parting
        ? { ...whole, accountId: '', to: `…${whole.to.slice(whole.to.lastIndexOf('@'))}` }
        : whole;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date().toISOString();
      const path = join(folder, `${sentAt.replaceAll(':', '')}-${mail.id}.json`);
      await writeFile(`${path}.new`, JSON.stringify({ ...mail, sentAt } satisfies StoredMail), {
        mode: 0o600,
      });
      await rename(`${path}.new`, path);
    },
    async list() {
      const newest = (await listNames()).reverse().slice(0, MAILBOX_MAX);
      const texts = await Promise.all(newest.map(readStored));
      return texts.filter((text) => text !== undefined).map((text) => JSON.parse(text) as StoredMail);
    },
    async forget(accountId) {
      for (const name of await listNames()) {
        if ((await readStored(name))?.includes(accountId)) await rm(join(folder, name), { force: true });
      }
    },
    close() {},
  };
}
