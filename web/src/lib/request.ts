import { NO_USER, USER_HEADER } from '@madang/contract/user-header';

let read = (): string | undefined => undefined;

/** Returns the user shown on this page; undefined for a visitor. */
export const shownUser = (): string | undefined => read();

/** Sets the function that returns the user shown on this page. */
export function setShownUser(reader: () => string | undefined): void {
  read = reader;
}

/** Returns the header naming the sender: the given user, or the page's. */
export const userHeader = (userId = shownUser()): Record<string, string> => ({
  [USER_HEADER]: userId ?? NO_USER,
});

/** Any endpoint's input, once its exact type is no longer needed. */
export interface RawInput {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: unknown;
}

/** Returns a UUID of version 7 (RFC 9562, section 5.7): milliseconds, then random bits. */
export function makeUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  // The variant is the first two bits of its group.
  bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80;
  const chance = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (time + chance).replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12}).*/, '$1-$2-7$3-$4-$5');
}
