import { USER_HEADER } from '@madang/contract/user-header';
import { type Agent, request } from 'node:http';

/** One request of a student. */
export interface Sent {
  cookie: string;
  /** Whose session that is, where something is written. */
  userId?: string;
  method?: string;
  path: string;
  body?: object | undefined;
}

/** Milliseconds until the whole answer is there; refused ones fail the run. */
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
