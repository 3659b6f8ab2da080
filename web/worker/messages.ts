/** Message of a page that sends its build and asks for the worker's; the answer uses the port. */
export interface BuildQuestion {
  build: string;
}

/** Message: the student requests the new version now. */
export const TAKE_OVER = 'take over';

/** Message after a tap on a notification: the page navigates there, and confirms by the port. */
export interface Lead {
  lead: string;
}
