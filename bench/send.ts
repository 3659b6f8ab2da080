import { USER_HEADER } from '@madang/contract/user-header';
import { type Agent, request } from 'node:http';

export interface Sent {
  cookie: string;
  /** User of the session, required for writes. */
  userId?: string;
  method?: string;
  path: string;
  body?: object | undefined;
}

/**
 * Returns the milliseconds until the complete answer.
 *
 * @throws {Error} on a refusal.
 */
export function send(
  agent: Agent,
  origin: string,
  { cookie, userId, method = 'GET', path, body }: Sent,
): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      Cookie: cookie,
      Origin: origin,
      ...(userId ? { [USER_HEADER]: userId } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    };
    const outgoing = request(origin + path, { agent, method, headers }, (answer) => {
      if ((answer.statusCode ?? 500) >= 300) reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      answer.on('error', reject).on('end', () => resolve(performance.now() - startedAt));
      answer.resume();
    });
    outgoing.on('error', reject).end(body && JSON.stringify(body));
  });
}
