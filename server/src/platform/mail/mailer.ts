import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  /** Stable over retries, so that a mail program can tell a second copy. */
  id: string;
  /** Whom it is for; no part of what is sent. */
  accountId: string;
  to: string;
  subject: string;
  text: string;
  /** True for the last mail of an account that is gone: what keeps mails here keeps nothing that names its owner. */
  parting?: true;
}

/** Delivers one mail or throws. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Lets go of the account's mails, where delivered ones are kept here. */
  forget?(accountId: string): Promise<void>;
  close(): void;
}

/** The mailbox shows the newest mails only: it is for trying things out. */
const MAILBOX_MAX = 200;

/** One address and no sign by which a parser of addresses could read another one in it. */
const PLAIN_ADDRESS = /^[^\s"(),:;<>@[\\\]]+@[A-Za-z0-9.-]+$/;

/** How long a mail server may take, in milliseconds: less than the outbox waits before another process tries. */
const PATIENCE = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/**
 * Sends over SMTP (`smtp://` or `smtps://`, user and password in the URL), to plain addresses only. `host` is where the
 * site is reached: mail servers compare what the greeting says with what they know, and the machine's own name tells
 * strangers how the inside is called.
 */
export function openSmtp(url: string, from: string, host: string): Mailer {
  const transport = createTransport({ url, name: greetingName(host), ...PATIENCE }, { from });
  return {
    async send({ id, to, subject, text }) {
      // The library parses the envelope too, comments and quotes included: exactly this one address is ever
      // mailed [SF-10], whatever came into the database.
      if (!PLAIN_ADDRESS.test(to)) throw new Error('not a plain address');
      const envelopeFrom = /<([^>]+)>/.exec(from)?.[1] ?? from;
      await transport.sendMail({
        to: { name: '', address: to },
        envelope: { from: envelopeFrom, to: [to] },
        messageId: `<${id}@${host}>`,
        // No holiday notice answers it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject,
        text,
      });
    },
    close: () => transport.close(),
  };
}

/** What EHLO says of a host: an address in place of a name stands in brackets (RFC 5321, 4.1.3). */
function greetingName(host: string): string {
  if (host.startsWith('[')) return `[IPv6:${host.slice(1)}`;
  return isIPv4(host) ? `[${host}]` : host;
}

/** How long a mail server may take for each step before it counts as out of reach, in milliseconds. */
const CHECK_PATIENCE = 5_000;

/**
 * Connects to a mail server, says hello as `host` and signs in where the address has a user; no mail is sent.
 *
 * @throws {Error} what went wrong, in the words of the connection or of the server.
 */
export async function checkSmtp(url: string, host: string): Promise<void> {
  const transport = createTransport({
    url,
    name: greetingName(host),
    connectionTimeout: CHECK_PATIENCE,
    greetingTimeout: CHECK_PATIENCE,
    socketTimeout: CHECK_PATIENCE,
    dnsTimeout: CHECK_PATIENCE,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** A delivered mail as the built-in mailbox keeps it. */
export interface StoredMail extends Mail {
  sentAt: string;
}

/** Keeps mails as files of a folder instead of sending them. */
export function openMailbox(folder: string): Required<Mailer> & { list(): Promise<StoredMail[]> } {
  const listNames = async () => {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => name.endsWith('.json')).sort();
  };
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
      return Promise.all(
        newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredMail),
      );
    },
    async forget(accountId) {
      for (const name of await listNames()) {
        const path = join(folder, name);
        if ((await readFile(path, 'utf8')).includes(accountId)) await rm(path);
      }
    },
    close() {},
  };
}
