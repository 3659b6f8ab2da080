import { USER_HEADER } from '@madang/contract/user-header';
import { type Problem, type ProblemCode, problemStatus } from '@madang/contract/errors';
import { vi } from 'vitest';
import type { Input, Key, Output } from '../platform/api.ts';

/** What the app asked. */
export interface Asked<K extends Key> {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: Input<K> extends { body: infer Body } ? Body : undefined;
  /** For whom it was sent. */
  user?: string | undefined;
}

type Given<K extends Key> = Output<K> | Refusal | typeof CUT;

/** What the server says to one call: what the contract promises, a refusal or nothing; always the same, or as it was asked. */
export type Answer<K extends Key> = Given<K> | ((asked: Asked<K>) => Given<K> | Promise<Given<K>>);

/** Its answers by the names of the contract's calls. */
export type Answers = { [K in Key]?: Answer<K> };

/** One of them, where the call is not named on the spot. */
export const answerTo = <K extends Key>(key: K, answer: Answer<K>): Answers => ({ [key]: answer }) as Answers;

class Refusal {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** The call never reaches the server. */
export const CUT = Symbol('cut');

/** The server refuses. */
export function refuse(code: ProblemCode, more: Partial<Problem> = {}): Refusal {
  return new Refusal({
    type: 'about:blank',
    title: 'made by a test',
    status: problemStatus[code],
    code,
    ...more,
  });
}

/** An answer that waits until it is released. */
export function hold<Value>(answer: Value) {
  let release = (): void => {};
  const promise = new Promise<Value>((resolve) => (release = () => resolve(answer)));
  return { answer: () => promise, release: () => release() };
}

export interface PretendedServer {
  /** From now on it says this to one call. */
  answer: <K extends Key>(key: K, answer: Answer<K>) => void;
  /** What one call was asked, in order. */
  asked: <K extends Key>(key: K) => readonly Asked<K>[];
  /** How often anything was written, but what counts visits. */
  writes: () => number;
  /** The calls that no answer was given for. */
  unanswered: readonly string[];
  /** What was asked for past the browser's own cache. */
  reloaded: readonly string[];
  /** What its clock says from now on; the same as the phone’s where nobody sets it. */
  setClock: (instant: string) => void;
}

interface Call {
  key: Key;
  asked: Asked<Key>;
}

/** Answers what the app fetches, until the stub is taken away. */
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

/** Which of these calls it is; a path without names goes before one with. */
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
