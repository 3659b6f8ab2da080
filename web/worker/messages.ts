/** Message with the page's build; the worker answers by the port with its own. */
export interface BuildQuestion {
  build: string;
}

/** Message: the student requests the new version now. */
export const TAKE_OVER = 'take over';

/** Message after a tap on a notification: the page navigates there, and confirms by the port. */
export interface Lead {
  lead: string;
}
