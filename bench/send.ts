import { type Agent, request } from 'node:http';

/** One request of a student. */
export interface Sent {
  cookie: string;
  method?: string;
  path: string;
  body?: object | undefined;
}

/** Milliseconds until the whole answer is there; refused ones fail the run. */
export function send(
  agent: Agent,
  origin: string,
  { cookie, method = 'GET', path, body }: Sent,
): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      Cookie: cookie,
      Origin: origin,
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
