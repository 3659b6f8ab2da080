import { type Endpoint, writesAsUser } from '@madang/contract/endpoint';
import { USER_HEADER } from '@madang/contract/user-header';
import type { Session } from '../sessions/sessions.ts';
import type { Exchange } from './exchange.ts';
import { ProblemError } from './problem.ts';

/** Node lower-cases the names of headers. */
const HEADER = USER_HEADER.toLowerCase();

/** The user whom a request names; undefined where it has no header. */
export const readUser = (exchange: Exchange): string | undefined => exchange.header(HEADER);

/** Seconds until a page that sends no header tries again; it offers its new version meanwhile. */
const RETRY_AFTER = 60;

/**
 * Refuses a write that is not meant for the user of the session. Another tab may have signed in since the page was opened, and
 * the cookie alone does not tell for whom the page writes.
 *
 * Pages built before the header existed send none. They drop a pending write on 409 and keep it on 503; their other writes
 * are accepted until the next release.
 *
 * @param named the user that the write names.
 * @throws {ProblemError} `session.otherUser`, or `server.unavailable` for a pending write that names no user.
 */
export function requireUser(
  name: string,
  endpoint: Endpoint,
  session: Session | null,
  named: string | undefined,
): void {
  if (!session || !writesAsUser(name, endpoint)) return;
  if (named === undefined && !endpoint.pending) return;
  if (named === undefined)
    throw new ProblemError('server.unavailable', {
      retryAfter: RETRY_AFTER,
      cause: new Error(`a pending write without ${USER_HEADER}`),
    });
  if (named !== session.userId) throw new ProblemError('session.otherUser');
}
