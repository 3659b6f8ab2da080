import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { parse, v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { officeToken } from '@madang/contract/tickets/schema';
import { InstallationKeys, makeKey } from '../../lib/installation-keys.ts';
import { readOfficeLink, signOfficeLink } from './offices.ts';

const DAY = 86_400_000;
const keys = new InstallationKeys();

test('[TK-02] a link leads to its ticket for thirty days', () => {
  const [id, now] = [uuidv7(), Date.now()];
  const token = signOfficeLink(keys, id, now);
  expect(officeToken.safeParse(token).success).toBe(true);
  expect(readOfficeLink(keys, token, now)).toBe(id);
  expect(readOfficeLink(keys, token, now + 30 * DAY - 1_000)).toBe(id);
  expect(readOfficeLink(keys, token, now + 30 * DAY)).toBeNull();
});

test('[TK-02] link: rejected if changed anywhere, cut, extended, or signed by another key', () => {
  const token = signOfficeLink(keys, randomUUID());
  for (let at = 0; at < token.length; at += 1)
    for (const sign of ['A', 'B', '_']) {
      const changed = token.slice(0, at) + sign + token.slice(at + 1);
      if (changed !== token) expect([at, sign, readOfficeLink(keys, changed)]).toEqual([at, sign, null]);
    }
  for (const other of [
    '',
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    'A'.repeat(48),
    signOfficeLink(new InstallationKeys(), randomUUID()),
  ])
    expect(readOfficeLink(keys, other)).toBeNull();
});

test('[TK-02] [SF-01] link of an older key: valid until its end, unless made after the next key', () => {
  const now = Date.parse('2026-06-30T00:00:00Z');
  const at = (day: string) => Date.parse(`2026-06-${day}T00:00:00Z`);
  const old = { ...makeKey(), madeAt: '2026-05-01T00:00:00.000Z' };
  const rotated = new InstallationKeys([{ ...makeKey(), madeAt: '2026-06-10T00:00:00.000Z' }, old]);
  const id = uuidv7();
  for (const [day, opens] of [
    ['05', true],
    ['10', true],
    ['12', false],
  ] as const)
    expect([
      day,
      readOfficeLink(rotated, signOfficeLink(new InstallationKeys([old]), id, at(day)), now),
    ]).toEqual([day, opens ? id : null]);
  expect(readOfficeLink(new InstallationKeys([old]), signOfficeLink(rotated, id, now), now)).toBeNull();
});

test('[TK-02] [SF-01] link signed with the former database secret: valid until its end; later ones are not', () => {
  const secret = randomBytes(32);
  const id = uuidv7();
  const madeAt = Date.parse('2026-06-10T00:00:00Z');
  const keys = new InstallationKeys([
    { ...makeKey(), madeAt: new Date(madeAt).toISOString() },
    { madeAt: new Date(0).toISOString(), key: secret.toString('base64url'), plain: true },
  ]);
  const sign = (at: number) => {
    const bytes = Buffer.alloc(20);
    bytes.set(parse(id));
    bytes.writeUInt32BE(at / 1_000 + 30 * 86_400, 16);
    const mark = createHmac('sha256', secret)
      .update('ticket office 1\n')
      .update(bytes)
      .digest()
      .subarray(0, 16);
    return Buffer.concat([bytes, mark]).toString('base64url');
  };
  expect(readOfficeLink(keys, sign(madeAt - DAY), madeAt + DAY)).toBe(id);
  expect(readOfficeLink(keys, sign(madeAt - DAY), madeAt + 30 * DAY)).toBeNull();
  expect(readOfficeLink(keys, sign(madeAt + 2 * DAY), madeAt + 3 * DAY)).toBeNull();
});
