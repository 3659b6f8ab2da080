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
