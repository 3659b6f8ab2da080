import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMail, SAVED_MAIL_MAX } from './check-mail.ts';
import { runOperator } from './program.ts';
import { openTerminal } from './terminal.ts';
import { makeFolder } from '../../testing/make-folder.ts';

const folder = makeFolder('mail');

const GMAIL = [
  'Delivered-To: council@gmail.com',
  'Received: by 2002:a05:6a10:1234 with SMTP id x1; Mon, 23 Nov 2026 09:00:01 +0900',
  'Return-Path: <bounce@mail.hanbit.ac.kr>',
  'Received: from relay.hanbit.ac.kr (relay.hanbit.ac.kr. [203.0.113.5])',
  '        by mx.google.com with ESMTPS id a1 for <council@gmail.com>',
  '        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);',
  '        Mon, 23 Nov 2026 09:00:01 +0900',
  'Authentication-Results: mx.google.com;',
  '       dkim=pass header.i=@hanbit.ac.kr header.s=k1 header.b=abc;',
  '       spf=pass (google.com: domain of bounce@mail.hanbit.ac.kr; designates (203.0.113.5)) smtp.mailfrom=bounce@mail.hanbit.ac.kr;',
  '       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=hanbit.ac.kr',
  'Received: from app.internal by relay.hanbit.ac.kr with ESMTP id b2',
  'From: =?UTF-8?B?66eI64u5?= <no-reply@hanbit.ac.kr>',
  'Subject: test',
  '',
  'Authentication-Results: mx.google.com; spf=fail',
].join('\r\n');

/** Checks a mail after changes; returns the findings in short, by part. */
async function check(mail: string, ...changes: [string | RegExp, string][]) {
  const changed = changes.reduce((text, [from, to]) => text.replace(from, to), mail);
  const findings = await checkMail(Buffer.from(changed));
  return Object.fromEntries(findings.map(({ part, state, text }) => [part, `${state}: ${text}`]));
}

test('mail check: a mail that passes everything', async () => {
  expect(await check(GMAIL)).toEqual({
    SPF: 'ok: mail.hanbit.ac.kr allows the mail server that sent this',
    DKIM: 'ok: the signature of hanbit.ac.kr is valid',
    DMARC: 'ok: hanbit.ac.kr is confirmed as the sender',
    sender: 'ok: From (hanbit.ac.kr) and Return-Path (mail.hanbit.ac.kr) have the same domain',
    TLS: 'ok: relay.hanbit.ac.kr sent it encrypted to mx.google.com',
    unsubscribe: 'ok: no List-Unsubscribe, which mails about an account do not need',
  });
});

test.each<[string, [string | RegExp, string], string, string]>([
  ['no SPF record', ['spf=pass', 'spf=none'], 'SPF', 'fail: mail.hanbit.ac.kr has no SPF record'],
  [
    'another server',
    ['spf=pass', 'spf=softfail'],
    'SPF',
    'fail: mail.hanbit.ac.kr does not allow the mail server that sent this (softfail)',
  ],
  [
    'two SPF records',
    ['spf=pass', 'spf=permerror'],
    'SPF',
    'fail: the SPF record of mail.hanbit.ac.kr is invalid',
  ],
  ['no DNS', ['spf=pass', 'spf=temperror'], 'SPF', 'fail: the DNS of mail.hanbit.ac.kr did not answer'],
  ['no signature', [/dkim=pass.*\r\n/, ''], 'DKIM', 'fail: the mail has no signature'],
  [
    'a broken signature',
    ['dkim=pass', 'dkim=fail (bad; signature)'],
    'DKIM',
    'fail: the signature of hanbit.ac.kr is not valid (fail)',
  ],
  ['no DMARC record', [/dmarc=pass.*\r\n/, '\r\n'], 'DMARC', 'warn: hanbit.ac.kr has no DMARC record'],
  [
    'DMARC failed',
    ['dmarc=pass', 'dmarc=fail'],
    'DMARC',
    'fail: hanbit.ac.kr is not confirmed as the sender (fail)',
  ],
  [
    'a bounce address of the relay',
    [/bounce@mail\.hanbit\.ac\.kr/g, 'bounce@relay.example.com'],
    'sender',
    'ok: From (hanbit.ac.kr) has the domain of the DKIM signature; Return-Path is relay.example.com',
  ],
  [
    'a From that nothing confirms',
    ['no-reply@hanbit.ac.kr', 'no-reply@other.ac.kr'],
    'sender',
    'fail: neither SPF nor DKIM confirms the domain of From (other.ac.kr); Return-Path is mail.hanbit.ac.kr',
  ],
  [
    'no TLS',
    [/ESMTPS id a1[^;]*;/, 'ESMTP id a1;'],
    'TLS',
    'fail: relay.hanbit.ac.kr sent it unencrypted to mx.google.com',
  ],
  [
    'TLS named only in the comment of the server',
    [/ESMTPS id a1[^;]*;/, 'ESMTP id a1 (using TLSv1.3 with cipher X);'],
    'TLS',
    'ok: relay.hanbit.ac.kr sent it encrypted to mx.google.com',
  ],
  [
    'a further hop inside of the receiving organization',
    ['Return-Path', 'Received: from a.google.com by b.google.com with SMTP id z\r\nReturn-Path'],
    'TLS',
    'ok: relay.hanbit.ac.kr sent it encrypted to mx.google.com',
  ],
  [
    'no Received',
    [/^Received: (?:.*\r\n\s+)*.*\r\n/gm, ''],
    'TLS',
    'warn: no Received header names a delivery',
  ],
  [
    'a link to unsubscribe',
    ['Subject:', 'List-Unsubscribe: <https://a.kr/u>\r\nSubject:'],
    'unsubscribe',
    'ok: List-Unsubscribe has an address',
  ],
  [
    'a link without address',
    ['Subject:', 'List-Unsubscribe: <ask us>\r\nSubject:'],
    'unsubscribe',
    'fail: List-Unsubscribe has no https or mailto address',
  ],
])('mail check: %s', async (_, change, part, expected) => {
  const found = await check(GMAIL, change);
  expect(found[part]).toBe(expected);
});

test('mail check: results that the sender forged do not count', async () => {
  const forged =
    'Authentication-Results: evil.example; dmarc=pass; dkim=pass header.d=hanbit.ac.kr; spf=pass\r\n';
  const found = await check(
    GMAIL,
    [/dkim=pass.*\r\n/, ''],
    ['dmarc=pass', 'dmarc=fail'],
    ['Received: from app', `${forged}Received: from app`],
  );
  expect(found).toMatchObject({
    DKIM: 'fail: the mail has no signature',
    DMARC: 'fail: hanbit.ac.kr is not confirmed as the sender (fail)',
  });
});

test('mail check: results in several headers of one server, and without its name', async () => {
  const own = 'Authentication-Results: mx.google.com; dkim=pass header.d=hanbit.ac.kr\r\n';
  expect(await check(GMAIL, [/dkim=pass.*\r\n/, ''], ['Delivered-To', `${own}Delivered-To`])).toMatchObject({
    SPF: expect.stringMatching(/^ok/),
    DKIM: 'ok: the signature of hanbit.ac.kr is valid',
  });
  expect(await check(GMAIL, ['mx.google.com;\r\n', '\r\n'])).toMatchObject({
    DKIM: 'ok: the signature of hanbit.ac.kr is valid',
  });
});

/** Runs the command, which needs no database. */
async function run(content: string | Buffer) {
  const file = join(folder, 'test.eml');
  await writeFile(file, content);
  const lines: string[] = [];
  const code = await runOperator(['mail', 'check', file], {
    open: () => Promise.reject(new Error('opened')),
    environment: {},
    terminal: openTerminal({
      write: (text) => lines.push(text.trimEnd()),
      complain: (text) => lines.push(text.replace(folder, '')),
      screen: null,
    }),
  });
  return { code, lines };
}

test('`operator mail check`: prints a line for each finding; exits with 1 if one fails', async () => {
  expect(await run(GMAIL)).toMatchObject({ code: 0, lines: { length: 6 } });
  const { code, lines } = await run(GMAIL.replace('spf=pass', 'spf=fail').replace('k1', '\u001b[31m'));
  expect([code, lines[0]]).toEqual([
    1,
    'fail  SPF          mail.hanbit.ac.kr does not allow the mail server that sent this (fail) → add the relay to its SPF record',
  ]);
  const sent = await run(GMAIL.replace(/^Authentication-Results: (?:.*\r\n\s+)*.*\r\n/m, ''));
  expect(sent).toMatchObject({
    code: 1,
    lines: [
      expect.stringMatching(/^fail {2}results +the receiving server added no Authentication-Results → /),
      {},
      {},
    ],
  });
});

test('`operator mail check`: a file that is no mail, is too large or is hostile', async () => {
  expect(await run('')).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('is no mail with a From header')],
  });
  expect(await run(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]))).toMatchObject({ code: 1 });
  const large = Buffer.alloc(SAVED_MAIL_MAX + 1, 'a');
  expect(await run(large)).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('/test.eml is larger than 1 MB')],
  });
  const nested = Array.from(
    { length: 300 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}x\r\n\r\n--b${n}x\r\n`,
  ).join('');
  expect(await run(GMAIL.replace(/\r\n\r\n[^]*$/, `\r\n${nested}`))).toMatchObject({ code: 0 });
  for (const part of ['(', 'a=b;', ' a.b=c', '"', '\r\n\t', 'from by '])
    for (const header of ['Authentication-Results: x; ', 'Received: from ', 'List-Unsubscribe: <'])
      expect(await run(`From: a@b.kr\r\n${header}${part.repeat(1_000_000 / part.length)}`)).toHaveProperty(
        'code',
        1,
      );
});
