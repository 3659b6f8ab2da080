import { NO_USER, USER_HEADER } from '@madang/contract/user-header';

let read = (): string | undefined => undefined;

/** The user whom this page shows; undefined for a visitor. */
export const shownUser = (): string | undefined => read();

/** Reads from here whom this page shows. */
export function setShownUser(reader: () => string | undefined): void {
  read = reader;
}

/** The header that names for whom something is sent: the user whom this page shows, or an owner of their own. */
export const userHeader = (userId = shownUser()): Record<string, string> => ({
  [USER_HEADER]: userId ?? NO_USER,
});
