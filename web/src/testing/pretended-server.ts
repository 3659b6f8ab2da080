import { USER_HEADER } from '@madang/contract/user-header';
import { type Problem, type ProblemCode, problemStatus } from '@madang/contract/errors';
import { vi } from 'vitest';
import type { Input, Key, Output } from '../lib/api.ts';

/** Request of the app. */
export interface Asked<K extends Key> {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: Input<K> extends { body: infer Body } ? Body : undefined;
  /** User of the request. */
  user?: string | undefined;
}

type Given<K extends Key> = Output<K> | Refusal | typeof CUT;

/** Answer of one call: contract output, refusal or none; constant or computed from the request. */
export type Answer<K extends Key> = Given<K> | ((asked: Asked<K>) => Given<K> | Promise<Given<K>>);

/** Answers by call of the contract. */
export type Answers = { [K in Key]?: Answer<K> };

/** Returns one answer, for a call named by a variable. */
export const answerTo = <K extends Key>(key: K, answer: Answer<K>): Answers => ({ [key]: answer }) as Answers;

class Refusal {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** Aborts the call before the server. */
export const CUT = Symbol('cut');

export function refuse(code: ProblemCode, more: Partial<Problem> = {}): Refusal {
  return new Refusal({
    type: 'about:blank',
    title: 'made by a test',
    status: problemStatus[code],
    code,
    ...more,
  });
}

/** Returns an answer that waits until released. */
export function hold<Value>(answer: Value) {
  let release = (): void => {};
  const promise = new Promise<Value>((resolve) => (release = () => resolve(answer)));
  return { answer: () => promise, release: () => release() };
}

export interface PretendedServer {
  /** Replaces the answer of one call. */
  answer: <K extends Key>(key: K, answer: Answer<K>) => void;
  /** Returns the requests of one call, in order. */
  asked: <K extends Key>(key: K) => readonly Asked<K>[];
  /** Returns the number of writes, without view counts. */
  writes: () => number;
  /** Calls without an answer. */
  unanswered: readonly string[];
  /** Addresses requested past the browser's cache. */
  reloaded: readonly string[];
  /** Sets the server's clock; the default is the phone's. */
  setClock: (instant: string) => void;
}

interface Call {
  key: Key;
  asked: Asked<Key>;
}

/** Stubs `fetch` with these answers. */
export function startServer(answers: Answers): PretendedServer {
  const known = new Map(Object.entries(answers)) as Map<Key, Answer<Key>>;
  const calls: Call[] = [];
  const unanswered: string[] = [];
  const reloaded: string[] = [];
  let clock: string | undefined;

  async function fetchAnswer(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, window.location.href);
    if (url.pathname === '/health/live') return Response.json({ status: 'live' });
    if (init.cache === 'reload') reloaded.push(address);
    if (url.pathname.startsWith('/images/')) return new Response(null, { status: 404 });
    const call = readCall(known.keys(), url, init);
    if (!call) {
      unanswered.push(`${init.method} ${url.pathname}`);
      return toResponse(refuse('route.unknown'));
    }
    calls.push(call);
    const answer = known.get(call.key);
    const given = typeof answer === 'function' ? await answer(call.asked as never) : answer;
    init.signal?.throwIfAborted();
    const response = toResponse(given);
    if (clock) response.headers.set('date', new Date(clock).toUTCString());
    return response;
  }

  vi.stubGlobal('fetch', fetchAnswer);
  return {
    answer: (key, answer) => void known.set(key, answer as Answer<Key>),
    asked: <K extends Key>(key: K) =>
      calls.filter((call) => call.key === key).map(({ asked }) => asked as Asked<K>),
    writes: () => calls.filter(({ key }) => !key.startsWith('GET')).length,
    unanswered,
    reloaded,
    setClock: (instant) => void (clock = instant),
  };
}

/** Returns the matching call; a path without parameters precedes one with. */
function readCall(keys: Iterable<Key>, url: URL, { method, body, headers }: RequestInit): Call | undefined {
  const fitting = [...keys].flatMap((key) => {
    const pattern = key.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = new RegExp(`^${pattern}$`).exec(`${method} ${url.pathname}`);
    return found ? [{ key, path: found.groups ?? {} }] : [];
  });
  const [call] = fitting.sort((a, b) => Object.keys(a.path).length - Object.keys(b.path).length);
  if (!call) return undefined;
  const asked = {
    path: call.path,
    query: Object.fromEntries(url.searchParams),
    body: typeof body === 'string' ? (JSON.parse(body) as never) : undefined,
    user: new Headers(headers).get(USER_HEADER) ?? undefined,
  };
  return { key: call.key, asked };
}

function toResponse(given: unknown): Response {
  if (given === CUT) throw new TypeError('cut');
  if (given === undefined) return new Response(null, { status: 204 });
  if (!(given instanceof Refusal)) return Response.json(given);
  return Response.json(given.problem, { status: given.problem.status });
}
