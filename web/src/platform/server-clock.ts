/** By so much a phone's clock may be wrong before it is not believed: an answer is on its way for some seconds. */
const WRONG = 20_000;

/** How far the server's clock is ahead of this device's, in milliseconds. */
let ahead = 0;

/** Notes what time it was at the server when it answered, as its header says; nothing where a proxy took that away. */
export function noteServerTime(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (Math.abs(at - serverNow()) > WRONG) ahead = at - Date.now();
}

/** What time it is, in milliseconds, also on a phone whose clock is wrong: times of posts are the server's. */
export const serverNow = (): number => Date.now() + ahead;
