import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { officeToken } from '@madang/contract/tickets/schema';
import { readOfficeLink, signOfficeLink } from './office-link.ts';

const DAY = 86_400_000;
const secret = randomBytes(32);

test('[TK-02] a link leads to its ticket for thirty days', () => {
  const [id, now] = [uuidv7(), Date.now()];
  const token = signOfficeLink(secret, id, now);
  expect(officeToken.safeParse(token).success).toBe(true);
  expect(readOfficeLink(secret, token, now)).toBe(id);
  expect(readOfficeLink(secret, token, now + 30 * DAY - 1_000)).toBe(id);
  expect(readOfficeLink(secret, token, now + 30 * DAY)).toBeNull();
});

test('[TK-02] a link that is changed anywhere, cut, made longer, or signed by another secret leads nowhere', () => {
  const token = signOfficeLink(secret, randomUUID());
  for (let at = 0; at < token.length; at += 1)
    for (const sign of ['A', 'B', '_']) {
      const changed = token.slice(0, at) + sign + token.slice(at + 1);
      if (changed !== token) expect([at, sign, readOfficeLink(secret, changed)]).toEqual([at, sign, null]);
    }
  for (const other of [
    '',
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    'A'.repeat(48),
    signOfficeLink(randomBytes(32), randomUUID()),
  ])
    expect(readOfficeLink(secret, other)).toBeNull();
});
