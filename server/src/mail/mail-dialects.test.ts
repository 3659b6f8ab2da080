import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { makeCertificate } from '../../testing/certificate.ts';
import { checkSmtp, openSmtp } from './mailer.ts';

// The relays of docs/operating.md, by how they talk.

const folder = mkdtempSync(join(tmpdir(), 'madang-relay-'));
makeCertificate(folder, 'localhost');
const certificate = {
  key: readFileSync(join(folder, 'key.pem')),
  cert: readFileSync(join(folder, 'fullchain.pem')),
};
rmSync(folder, { recursive: true });

const [ACCOUNT, PASSWORD] = ['no-reply@hanbit.ac.kr', 'a@b:c/d#e'];
const credentials = `${encodeURIComponent(ACCOUNT)}:${encodeURIComponent(PASSWORD)}`;

let stop = async () => {};
afterEach(() => stop());

/** Starts a relay; returns its port, the sign-ins (`method encrypted`) and the received mails. */
async function startRelay(options: SMTPServerOptions) {
  const signIns: string[] = [];
  const mails: { from: string; raw: string }[] = [];
  const server = new SMTPServer({
    ...certificate,
    ...options,
    onAuth({ method, username, password }, { secure }, done) {
      signIns.push(`${method} ${secure ? 'encrypted' : 'plain'}`);
      if (username === ACCOUNT && password === PASSWORD) done(null, { user: ACCOUNT });
      else done(Object.assign(new Error('wrong password'), { responseCode: 535 }));
    },
    onData(stream, { envelope }, done) {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')));
      stream.on('end', () => {
        mails.push({ from: envelope.mailFrom ? envelope.mailFrom.address : '', raw });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => new Promise((resolve) => server.close(resolve));
  return { port: (server.server.address() as AddressInfo).port, signIns, mails };
}

async function deliver(url: string): Promise<void> {
  await checkSmtp(url, 'madang.hanbit.ac.kr');
  const mailer = openSmtp(url, `마당 <${ACCOUNT}>`, 'madang.hanbit.ac.kr');
  const text = `${'확인 코드는 123456입니다. '.repeat(60)}\n.\n끝`;
  await mailer.send({ id: 'one', accountId: 'one', to: 'kim@hanbit.ac.kr', subject: '[마당] 확인', text });
  mailer.close();
}

async function expectWhole({ raw, from }: { from: string; raw: string }): Promise<void> {
  const { subject, text } = await PostalMime.parse(raw);
  expect([from, subject]).toEqual([ACCOUNT, '[마당] 확인']);
  expect(text).toContain('123456입니다. \n.\n끝');
  // A relay without 8BITMIME receives letters of ASCII, in lines of at most 998.
  expect(raw).not.toMatch(/[^\0-\x7F]/);
  expect(raw.split('\r\n').every(({ length }) => length <= 998)).toBe(true);
}

// The certificates of these servers are their own.
const trusted = '/?tls.rejectUnauthorized=false';

test('mail relay as of Google Workspace: signs in only after STARTTLS', async () => {
  const relay = await startRelay({ authMethods: ['LOGIN', 'PLAIN', 'XOAUTH2'] });
  await deliver(`smtp://${credentials}@127.0.0.1:${relay.port}${trusted}`);
  expect(new Set(relay.signIns)).toEqual(new Set(['PLAIN encrypted']));
  for (const mail of relay.mails) await expectWhole(mail);
  expect(relay.mails).toHaveLength(1);
});

test('mail relay as of Naver Works: encrypted from the start, knows only LOGIN', async () => {
  const relay = await startRelay({ secure: true, authMethods: ['LOGIN'] });
  await deliver(`smtps://${credentials}@127.0.0.1:${relay.port}${trusted}`);
  expect(new Set(relay.signIns)).toEqual(new Set(['LOGIN encrypted']));
  for (const mail of relay.mails) await expectWhole(mail);
  expect(relay.mails).toHaveLength(1);
});

test('mail relay of a school: neither encryption nor sign-in, and no extensions', async () => {
  const relay = await startRelay({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    hide8BITMIME: true,
    hideSMTPUTF8: true,
    hidePIPELINING: true,
  });
  await deliver(`smtp://127.0.0.1:${relay.port}`);
  expect(relay.signIns).toEqual([]);
  for (const mail of relay.mails) await expectWhole(mail);
  expect(relay.mails).toHaveLength(1);
});

test('mail relay with another certificate or password: the check says which', async () => {
  const relay = await startRelay({ secure: true });
  const url = `@127.0.0.1:${relay.port}`;
  await expect(checkSmtp(`smtps://${credentials}${url}`, 'madang.hanbit.ac.kr')).rejects.toThrow(
    /certificate/,
  );
  await expect(checkSmtp(`smtps://a:b${url}${trusted}`, 'madang.hanbit.ac.kr')).rejects.toThrow(/535/);
});
