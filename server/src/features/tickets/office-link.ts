import { OFFICE_LINK_DAYS } from '@madang/contract/tickets/rules';
import { parse, stringify } from 'uuid';
import type { InstallationKeys } from '../../platform/installation-keys.ts';

/** The layout; a link of another one is not ours. */
const LAYOUT = 'ticket office 1\n';
const ID_BYTES = 16;
const TIME_BYTES = 4;
/** A mark of 128 bits: nobody guesses one in thirty days. */
const MARK_BYTES = 16;
const DAY = 86_400;

/**
 * What the link in an office's mail holds: the ticket and the end of its time, signed. Nothing of it is stored, so that the mail can
 * be written again.
 */
export function signOfficeLink(keys: InstallationKeys, ticketId: string, now = Date.now()): string {
  const signed = Buffer.alloc(ID_BYTES + TIME_BYTES);
  signed.set(parse(ticketId));
  signed.writeUInt32BE(Math.floor(now / 1_000) + OFFICE_LINK_DAYS * DAY, ID_BYTES);
  return Buffer.concat([signed, keys.mac('officeLink', textOf(signed)).subarray(0, MARK_BYTES)]).toString(
    'base64url',
  );
}

/** The ticket that a link leads to; null where it is not ours, or its time is over. */
export function readOfficeLink(keys: InstallationKeys, token: string, now = Date.now()): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // The last sign of a token holds bits that stand for nothing: there is one way to write each link.
  if (bytes.length !== ID_BYTES + TIME_BYTES + MARK_BYTES || bytes.toString('base64url') !== token)
    return null;
  const signed = bytes.subarray(0, ID_BYTES + TIME_BYTES);
  const endsAt = signed.readUInt32BE(ID_BYTES) * 1_000;
  const madeAt = endsAt - OFFICE_LINK_DAYS * DAY * 1_000;
  const mark = bytes.subarray(ID_BYTES + TIME_BYTES);
  if (endsAt <= now || !keys.proves('officeLink', textOf(signed), mark, madeAt)) return null;
  return stringify(signed.subarray(0, ID_BYTES));
}

const textOf = (signed: Buffer) => Buffer.concat([Buffer.from(LAYOUT), signed]);
