// Concurrent students in their own process: browser-like requests over up to six kept-alive connections, with think time.
// The parent sends the schedule and receives the waiting times.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Call {
  method: string;
  path: string;
  body?: string;
  headers: Record<string, string>;
  /** The answer does not end: a live stream. */
  endless: boolean;
}

/** Requests of one screen: groups, each sent after the previous one was answered. */
interface Step {
  name: string;
  waves: Call[][];
}

/** A student: time of arrival, and time on a screen before the next. */
export interface User {
  cookie: string;
  arrivesAfter: number;
  thinks: readonly number[];
  steps: readonly Step[];
}

/** Duration of one request of a screen; with an error if it was refused or broken. */
export interface Waited {
  step: string;
  path: string;
  milliseconds: number;
  error: string | null;
}

/** Connections of browsers to one origin. */
const CONNECTIONS = 6;
const TIMEOUT = 30_000;
const NO_ANSWER = 'no answer';

async function visit(origin: string, user: User, waited: Waited[]): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await sleep(user.arrivesAfter);
  for (const [place, step] of user.steps.entries()) {
    for (const wave of step.waves) {
      await Promise.all(
        wave.map(async (call) => {
          const started = performance.now();
          const error = await ask(origin, agent, user.cookie, call);
          const milliseconds = performance.now() - started;
          waited.push({ step: step.name, path: call.path, milliseconds, error });
        }),
      );
    }
    await sleep(user.thinks[place] ?? 0);
  }
  return agent;
}

/** Resolves with null after the whole answer or the start of a live stream, otherwise with the error. */
function ask(origin: string, agent: Agent, cookie: string, call: Call): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = {
      ...call.headers,
      Cookie: cookie,
      Origin: origin,
      'Accept-Encoding': 'gzip, deflate, br',
      ...(call.body === undefined ? {} : { 'Content-Length': Buffer.byteLength(call.body) }),
    };
    const asked = request(origin + call.path, { method: call.method, agent, headers }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.on('error', (error) => resolve(error.message));
      if (call.endless && status === 200) answer.once('data', () => resolve(null));
      else answer.on('end', () => resolve(status < 400 ? null : `answered ${status}`));
      answer.resume();
    });
    asked.setTimeout(TIMEOUT, () => asked.destroy(new Error(NO_ANSWER)));
    asked.on('error', (error) => {
      // The server closed an idle connection: browsers retry on another one.
      if (asked.reusedSocket && error.message !== NO_ANSWER) resolve(ask(origin, agent, cookie, call));
      else resolve(error.message);
    });
    asked.end(call.body);
  });
}

process.on('message', ({ origin, users }: { origin: string; users: readonly User[] }) => {
  const waited: Waited[] = [];
  void Promise.all(users.map((user) => visit(origin, user, waited))).then((agents) => {
    process.send?.(waited);
    for (const agent of agents) agent.destroy();
  });
});
