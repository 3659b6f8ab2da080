import type { CallInput, CallOutput } from '@madang/contract/endpoint';
import type { Endpoints } from '@madang/contract/endpoints';
import type { Closure, FieldProblem, NewerText, Problem, ProblemCode } from '@madang/contract/errors';
import { noteServerTime, noteSilence } from './online.ts';
import { type RawInput, userHeader } from './request.ts';

export type Key = keyof Endpoints;
export type Input<K extends Key> = CallInput<Endpoints[K]>;
export type Output<K extends Key> = CallOutput<Endpoints[K]>;

interface CallOptions {
  signal?: AbortSignal;
  /** User to send the call for; default: the user shown on this page. */
  userId?: string;
  /** Set for a POST that only reads: answers included in the page stay valid. */
  readsOnly?: boolean;
}

declare global {
  /** Reports a page failure, except those outside our control. Defined by the page (`pages.ts`). */
  var fault: ((error: unknown) => void) | undefined;
}

/** Input is optional if the endpoint takes none. */
type Arguments<K extends Key> =
  unknown extends Input<K>
    ? [input?: undefined, options?: CallOptions]
    : object extends Input<K>
      ? [input?: Input<K>, options?: CallOptions]
      : [input: Input<K>, options?: CallOptions];

/** Refusal returned by the server. */
export class ApiError extends Error {
  declare readonly code: ProblemCode;
  declare readonly status: number;
  declare readonly fields: readonly FieldProblem[];
  declare readonly retryAfter: number | undefined;
  /** The server's id of the refused request. */
  declare readonly requestId: string | undefined;
  /** With `edit.outdated`: the current text. */
  declare readonly newer: NewerText | undefined;
  /** With `account.closed`. */
  declare readonly closure: Closure | undefined;

  constructor(problem: Omit<Problem, 'type' | 'title'>) {
    super(problem.code);
    Object.assign(this, problem, { name: 'ApiError', fields: problem.fields ?? [] });
  }
}

/** Failure without an answer: offline, cut or too slow. The call may have taken effect. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('network', { cause });
    this.name = 'NetworkError';
  }
}

/** True for a refusal with one of these codes. */
export function isRefusal(error: unknown, ...codes: ProblemCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code);
}

/** Call timeout in milliseconds. */
const CALL_TIMEOUT = 20_000;

const refusalListeners = new Set<(refusal: ApiError) => void>();

/** Calls the listener on every refusal. Used to notice that the session has ended. */
export function onRefusal(listener: (refusal: ApiError) => void): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/** Calls one endpoint of the contract, unless the page included the answer. */
export async function call<K extends Key>(
  key: K,
  ...[input, options = {}]: Arguments<K>
): Promise<Output<K>> {
  const raw = (input ?? {}) as RawInput;
  const given = options.readsOnly ? undefined : takeGiven(buildAddress(key, raw));
  if (given !== undefined) return given as Output<K>;
  const signal = options.signal ?? AbortSignal.timeout(CALL_TIMEOUT);
  return (await receive(readJson(await request(key, raw, { ...options, signal })))) as Output<K>;
}

/** Server read in the shape of a TanStack Query query. */
export interface Asked<Data> {
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
  initialData: () => Data | undefined;
  initialDataUpdatedAt: () => number;
  staleTime: (query: { state: { dataUpdateCount: number } }) => number;
}

/** Returns the initial options of an infinite list: the first page, if the page included it. */
export function firstPage<Page, At>({ initialData, initialDataUpdatedAt, staleTime }: Asked<Page>, at: At) {
  return {
    initialPageParam: at,
    initialData: () => {
      const page = initialData();
      return page === undefined ? undefined : { pages: [page], pageParams: [at] };
    },
    initialDataUpdatedAt,
    staleTime,
  };
}

/**
 * Returns query options with the page's included answer as initial data. While it is new enough the query does not run;
 * other data is stale at once.
 */
export function ask<K extends Key, Data = Output<K>>(
  key: K,
  input: Input<K> | undefined,
  pick: (answer: Output<K>) => Data = (answer) => answer as unknown as Data,
): Asked<Data> {
  const address = () => buildAddress(key, (input ?? {}) as RawInput);
  return {
    queryFn: async ({ signal }) => pick(await call(key, ...([input, { signal }] as Arguments<K>))),
    initialData: () => {
      const answer = peekGiven(address());
      return answer === undefined ? undefined : pick(answer as Output<K>);
    },
    initialDataUpdatedAt: () => (takeGiven(address()) === undefined ? 0 : Date.now()),
    staleTime: freshIfGiven,
  };
}

/** Stale time of data that is read again for every screen, except while the page that included it is hydrated. */
export const freshIfGiven: Asked<unknown>['staleTime'] = ({ state }) =>
  state.dataUpdateCount === 0 && Object.keys(drawn).length > 0 ? GOOD_FOR : 0;

/** Returns the answer. Throws a refusal after notifying the listeners. */
export async function request(
  key: Key,
  input: RawInput,
  { signal, userId }: CallOptions = {},
): Promise<Response> {
  const [method = '', template = ''] = key.split(' ');
  const coming = fetch(buildAddress(template, input), {
    method,
    credentials: 'same-origin',
    headers: {
      ...(method === 'GET' ? {} : userHeader(userId)),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    ...(signal ? { signal } : {}),
  });
  const answer = await receive(coming);
  noteServerTime(answer.headers.get('date'));
  if (answer.ok) return answer;
  throw readRefusal(await receive(answer.text()), answer.status);
}

/** Returns the refusal for an answer's text and status, and notifies the listeners. */
export function readRefusal(text: string, status: number): ApiError {
  const refusal = new ApiError(readProblem(text, status));
  globalThis.fault?.(refusal);
  for (const listener of refusalListeners) listener(refusal);
  return refusal;
}

/** Fills `{name}` of the path and appends the query. Exported for the live stream and uploads. */
export function buildAddress(template: string, { path = {}, query = {} }: RawInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Resolves with what the network delivers. A failure is a NetworkError, unless the caller aborted. */
export async function receive<Value>(coming: Promise<Value>): Promise<Value> {
  try {
    return await coming;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteSilence();
    throw new NetworkError(error);
  }
}

async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Parses a problem. A proxy may answer without our code; then only its status counts. */
function readProblem(text: string, status: number): Omit<Problem, 'type' | 'title'> {
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    if (typeof problem.code === 'string') return { ...problem, code: problem.code, status };
  } catch {
    noteSilence();
    return { code: status >= 502 ? 'server.unavailable' : 'server.failed', status };
  }
  return { code: 'server.failed', status };
}

/** Answers of the API by method and address. */
export type Answers = Record<string, unknown>;

/** Form sent without the app, and refused; its page stays without the app. */
export interface SentForm {
  /** Typed and ticked values; never a password. */
  values: Record<string, string | boolean>;
  problem: Problem;
}

/** Validity of the answers included in the page, in milliseconds. */
const GOOD_FOR = 5_000;

let given: Answers = {};
/** Answers used to render the page, until hydration ends. */
let drawn: Answers = {};
let sent: SentForm | null = null;

/**
 * Sets the page's included answers (decision 0022), before the first rendering. `old` answers are only shown: the server is
 * asked anyway.
 */
export function giveAnswers(answers: Answers, old = false): void {
  given = old ? {} : { ...answers };
  drawn = answers;
}

/** Sets the form that the page answers, before rendering. */
export function giveSent(form: SentForm | null): void {
  sent = form;
}

/** Returns the form that this page answers, with its values and refusal. Only in server rendering. */
export function peekSent(): SentForm | null {
  return sent;
}

/** Returns the answers used to render the page: hydration must render the same, however late. */
export function peekGiven(call: string): unknown {
  return drawn[call];
}

/** Ends hydration: from now on answers come from the server. */
export function forgetDrawn(): void {
  drawn = {};
}

/** Returns the page's included answer once, while the page is new, and before any write. */
export function takeGiven(call: string): unknown {
  if (!call.startsWith('GET') || performance.now() > GOOD_FOR) given = {};
  const answer = given[call];
  delete given[call];
  return answer;
}

type View = Input<'POST /api/views'>['body'];

/** Privacy signals of a browser; `globalPrivacyControl` is not in every browser's types. */
interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** Reports a screen view by address pattern, unless the browser asks not to be tracked [CA-08]. May get lost. */
export function countView(screen: View['screen']): void {
  const { doNotTrack, globalPrivacyControl }: PrivacySignals = navigator;
  if (doNotTrack === '1' || globalPrivacyControl || !navigator.onLine) return;
  const view: View = { screen };
  try {
    navigator.sendBeacon('/api/views', new Blob([JSON.stringify(view)], { type: 'application/json' }));
  } catch {
    // A blocker may have removed the function or made it throw.
  }
}
