/** Tolerated error of a phone's clock: an answer travels for some seconds. */
const WRONG = 20_000;

/** Lead of the server's clock over this device's, in milliseconds. */
let ahead = 0;

/** Stores the server's time from an answer's Date header; ignores one that a proxy removed. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Math.abs(at - serverNow()) > WRONG) ahead = at - Date.now();
}

/** Returns the time in milliseconds, corrected for a wrong phone clock: posts carry server time. */
export const serverNow = (): number => Date.now() + ahead;
