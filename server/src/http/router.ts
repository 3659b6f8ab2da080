import { type Edition, isIn } from '@madang/contract/campus/rules';
import { type Endpoint, STAFF_ACCESS } from '@madang/contract/endpoint';
import { endpoints, type Endpoints } from '@madang/contract/endpoints';
import type { FieldProblem } from '@madang/contract/errors';
import type { z } from 'zod';
import type { SharedAnswer } from './answer-cache.ts';
import type { SessionSlots } from './queue-slots.ts';
import type { Session } from '../sessions/sessions.ts';
import { readJson } from './body.ts';
import type { CachedRoute, CacheStep } from './cache.ts';
import type { RouteContext, Routes } from './pipeline.ts';
import { ProblemError } from './problem.ts';
import type { RequestContext } from './request.ts';
import { type FreshMark, readUser, requireUser } from './sessions.ts';

/** Endpoints with the same answer for all permitted users. */
type SharedName = {
  [Name in EndpointName]: Endpoints[Name] extends { shared: true } ? Name : never;
}[EndpointName];

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<E, Part extends string> = E extends Record<Part, infer Schema> ? Parsed<Schema> : undefined;

interface Call<E extends Endpoint> {
  path: PartOf<E, 'path'>;
  query: PartOf<E, 'query'>;
  body: PartOf<E, 'body'>;
  session: E['access'] extends 'public' ? Session | null : Session;
  request: RequestContext;
  /** For a body that is not JSON. */
  context: RouteContext;
}

/** A handler's result: the output of its endpoint, or nothing. */
type Answer<E extends Endpoint> = E extends { output: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : void;

/** An answer that is already JSON, of the declared shape. */
export class EncodedAnswer {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

type Handler<Name extends EndpointName> = (
  call: Call<Endpoints[Name]>,
) => Promise<Answer<Endpoints[Name]> | EncodedAnswer>;

/** A handler without session: its answer is the same for all permitted users. */
type SharedHandler<Name extends EndpointName> = (
  call: Pick<Call<Endpoints[Name]>, 'path' | 'query'>,
) => Promise<SharedAnswer>;

/** A handler that sends its own answer: streams. */
type StreamHandler<Name extends EndpointName> = (call: Call<Endpoints[Name]>) => Promise<void>;

const JSON_BYTES_MAX = 256 * 1024;

/**
 * Mounts contract endpoints. Checks run in this order: path, session, its user, path and query, limits without body, body,
 * the session's concurrency limit, limits. `checkAnswers` (tests) rejects undeclared fields.
 */
export class Router {
  readonly routes: Routes;
  readonly mounted = new Set<EndpointName>();
  readonly #handlers = new Map<EndpointName, (call: Call<Endpoint>) => Promise<unknown>>();
  readonly #edition: Edition;
  readonly #checkAnswers: boolean;
  readonly #rateLimiter: RateLimiter | null;
  readonly #cacheStep: CacheStep;
  readonly #fresh: FreshMark;
  readonly #slots: SessionSlots | null;
  readonly #sessionOf: (request: RequestContext) => Promise<Session | null>;
  readonly #mayUse: (session: Session, endpoint: Endpoint) => Promise<boolean>;

  constructor(options: {
    routes: Routes;
    /** Endpoints of the other edition are not mounted. */
    edition: Edition;
    checkAnswers: boolean;
    rateLimiter: RateLimiter | null;
    cacheStep: CacheStep;
    fresh: FreshMark;
    slots: SessionSlots | null;
    sessionOf: (request: RequestContext) => Promise<Session | null>;
    /** Whether the user has the call's role; throws if identity must be confirmed. */
    mayUse: (session: Session, endpoint: Endpoint) => Promise<boolean>;
  }) {
    this.routes = options.routes;
    this.#edition = options.edition;
    this.#checkAnswers = options.checkAnswers;
    this.#rateLimiter = options.rateLimiter;
    this.#cacheStep = options.cacheStep;
    this.#fresh = options.fresh;
    this.#slots = options.slots;
    this.#sessionOf = options.sessionOf;
    this.#mayUse = options.mayUse;
  }

  handle<Name extends Exclude<EndpointName, SharedName>>(name: Name, handler: Handler<Name>): void {
    const endpoint: Endpoint = endpoints[name];
    this.#handlers.set(name, handler as (call: Call<Endpoint>) => Promise<unknown>);
    this.#mount(name, async (context) => {
      const { env: request } = context;
      const call = await this.#admit(name, context);
      const line = endpoint.rawBody ? 'uploads' : 'requests';
      const output = await this.#limit(line, request, () => this.#withinLimits(name, call, handler));
      if (endpoint.status === 204 || output === undefined) return request.send(endpoint.status, PRIVATE);
      if (call.session && !request.reads && !endpoint.readsOnly) this.#fresh.give(request, call.session);
      const json = output instanceof EncodedAnswer ? output.json : JSON.stringify(output);
      if (this.#checkAnswers) endpoint.output?.parse(JSON.parse(json));
      request.send(endpoint.status, PRIVATE_JSON, json);
    });
  }

  /**
   * Calls an endpoint for a page's form, with the same checks and the named user.
   *
   * @throws {ProblemError} `session.required`, and the endpoint's errors.
   */
  async call<Name extends EndpointName>(
    name: Name,
    context: RouteContext,
    body: unknown,
    user?: string,
  ): Promise<Answer<Endpoints[Name]>> {
    const endpoint: Endpoint = endpoints[name];
    const handler = this.#handlers.get(name);
    if (!endpoint.body || !handler) throw new Error(`${name} is not called by a form`);
    const { env: request } = context;
    const session = (request.session = await this.#sessionOf(request));
    if (endpoint.access !== 'public' && !session) throw new ProblemError('session.required');
    requireUser(name, endpoint, session, user);
    const parsed = parsePart(endpoint.body, body, 'input.invalid');
    const call = { path: undefined, query: undefined, body: parsed, session, request, context };
    return (await this.#limit('requests', request, () =>
      this.#withinLimits(name, call as Call<Endpoints[Name]>, handler as never),
    )) as Answer<Endpoints[Name]>;
  }

  /** Mounts a JSON endpoint whose answer is cacheable and shared. */
  share<Name extends SharedName>(name: Name, handler: SharedHandler<Name>): void {
    const endpoint: Endpoint = endpoints[name];
    const routeTo = ({ path, query }: Pick<Call<Endpoints[Name]>, 'path' | 'query'>): CachedRoute => ({
      route: name,
      // Uses the parsed path and query, whose length the schemas bound.
      key: `${name} ${JSON.stringify([path, query])}`,
      access: endpoint.access,
      fill: async () => {
        const answer = await handler({ path, query });
        if (this.#checkAnswers) endpoint.output?.parse(JSON.parse(answer.json));
        return answer;
      },
    });
    this.#mount(name, async (context) => {
      const { env: request } = context;
      const call = await this.#admit(name, context);
      await this.#limit('requests', request, () => this.#cacheStep.answer(request, routeTo(call)));
    });
    this.#cacheStep.mount(name.slice('GET '.length), (params, query) =>
      routeTo(parseAddress(endpoint, params, query) as Call<Endpoints[Name]>),
    );
  }

  /** Mounts an endpoint whose handler sends its own answer. */
  stream<Name extends EndpointName>(name: Name, handler: StreamHandler<Name>): void {
    this.#mount(name, async (context) => {
      const call = await this.#admit(name, context);
      await this.#takeStream(context.env);
      await this.#withinLimits(name, call, handler);
    });
  }

  /**
   * Mounts a GET of pictures for signed-in users, outside the contract. The returned function runs under the session's
   * picture limit.
   */
  get(
    template: string,
    answer: (context: RouteContext, session: Session) => Promise<void | (() => Promise<void>)>,
  ): void {
    this.#add(`GET ${template}`, async (context) => {
      const { session } = context.env;
      if (!session) throw new ProblemError('session.required');
      const send = await this.#limit('requests', context.env, () => answer(context, session));
      if (send) await this.#limit('pictures', context.env, send);
    });
  }

  #mount(name: EndpointName, answer: (context: RouteContext) => Promise<void>): void {
    if (!isIn(endpoints[name], this.#edition)) return;
    this.#add(name, answer);
    this.mounted.add(name);
  }

  /** Routes without a session use {@link Routes}: resolving it may cost a query. */
  #add(name: string, answer: (context: RouteContext) => Promise<void>): void {
    this.routes.add(name, async (context) => {
      const { env: request } = context;
      const session = await this.#sessionOf(request);
      request.session = session;
      request.requireSession = async () => {
        if (session && (await this.#sessionOf(request))?.id !== session.id)
          throw new ProblemError('session.required');
      };
      return answer(context);
    });
  }

  async #admit<Name extends EndpointName>(name: Name, context: RouteContext): Promise<Call<Endpoints[Name]>> {
    const endpoint: Endpoint = endpoints[name];
    const { env: request, req } = context;
    const { session } = request;
    if (endpoint.access === 'user' && !session) throw new ProblemError('session.required');
    // First, as it must look like an unknown address.
    if (STAFF_ACCESS.has(endpoint.access) && !(session && (await this.#mayUse(session, endpoint))))
      throw new ProblemError('route.unknown');
    requireUser(name, endpoint, session, readUser(request));
    const address = parseAddress(endpoint, req.param(), request.query());
    if (endpoint.body) await this.#rateLimiter?.(name, rateLimitInputOf(request));
    const json = endpoint.body && (await readJson(context, endpoint.bodyBytesMax ?? JSON_BYTES_MAX));
    if (endpoint.body && endpoint.access !== 'public') await request.requireSession();
    // The schemas that parsed the parts also define the types.
    return {
      ...address,
      body: endpoint.body && parsePart(endpoint.body, json, 'input.invalid'),
      session,
      request,
      context,
    } as Call<Endpoints[Name]>;
  }

  async #limit<Result>(
    line: keyof SessionSlots,
    { session }: RequestContext,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!session || !this.#slots) return work();
    return this.#slots[line].run(line === 'uploads' ? session.userId : session.id, work);
  }

  /** Counts a stream against the session's limit until its connection closes. */
  async #takeStream({ session, outgoing }: RequestContext): Promise<void> {
    if (!session || !this.#slots) return;
    const end = await this.#slots.streams.take(session.id);
    if (outgoing.destroyed) end();
    else outgoing.once('close', end);
  }

  async #withinLimits<Name extends EndpointName, Output>(
    name: Name,
    call: Call<Endpoints[Name]>,
    handler: (call: Call<Endpoints[Name]>) => Promise<Output>,
  ): Promise<Output> {
    if (!this.#rateLimiter) return handler(call);
    const settle = await this.#rateLimiter(name, rateLimitInputOf(call.request, call));
    try {
      const output = await handler(call);
      settle(undefined, output);
      return output;
    } catch (error) {
      settle(error);
      throw error;
    }
  }
}

/** Shared caches must not store viewer state [SF-22]. */
const PRIVATE = { 'Cache-Control': 'no-store' };
const PRIVATE_JSON = { ...PRIVATE, 'Content-Type': 'application/json' };

/** Limits of reported fields: a rejected input may be large. */
const FIELDS_MAX = 20;
const FIELD_LETTERS_MAX = 100;

/** Parses path and query by the endpoint's schemas, if any. */
function parseAddress({ path, query }: Endpoint, params: unknown, search: unknown) {
  return {
    // An invalid address is answered like an unknown one.
    path: path && parsePart(path, params, 'resource.missing'),
    query: query && parsePart(query, search, 'input.invalid'),
  };
}

/**
 * Parses a part of a call by its schema.
 *
 * @throws {ProblemError} the given code; with the wrong fields unless it is the path.
 */
export function parsePart(
  schema: z.ZodType,
  value: unknown,
  code: 'resource.missing' | 'input.invalid',
): unknown {
  // Zod's own message names every unknown field and is not used.
  const result = schema.safeParse(value, { reportInput: true, error: () => 'refused' });
  if (result.success) return result.data;
  if (code === 'resource.missing') throw new ProblemError(code);
  const fields = result.error.issues.slice(0, FIELDS_MAX).flatMap(describeIssue);
  throw new ProblemError(code, { fields: fields.slice(0, FIELDS_MAX) });
}

function describeIssue(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = issue.path.map(String).join('.').slice(0, FIELD_LETTERS_MAX);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, FIELDS_MAX).map((key) => ({
      field: [field, key].filter(Boolean).join('.').slice(0, FIELD_LETTERS_MAX),
      code: 'unknown',
    }));
  }
  if (issue.code === 'too_big') return [{ field, code: 'tooLong' }];
  return [
    { field, code: issue.code === 'invalid_type' && issue.input === undefined ? 'required' : 'invalid' },
  ];
}

export type EndpointName = keyof Endpoints;

export interface RateLimitInput {
  client: string;
  userId: string | null;
  /** The Cookie header. */
  cookies: string;
  body: unknown;
  /** False before reading the body: skips its limits and counts nothing. */
  read: boolean;
  /** Whether reading the body has begun; upload handlers read it themselves. */
  hasBegun(): boolean;
  /** Whether the call begins a list or continues it. */
  page: 'first' | 'next';
}

/**
 * Rate limiter, called before reading the body and before the handler; throws to reject. Returns a callback for the
 * handler's error or output.
 */
export type RateLimiter = (
  name: EndpointName,
  limitInput: RateLimitInput,
) => Promise<(error: unknown, output?: unknown) => void>;

/** Describes the caller; without a call the body is not read yet. */
function rateLimitInputOf(request: RequestContext, call?: { body: unknown }): RateLimitInput {
  return {
    client: request.clientAddress,
    userId: request.session?.userId ?? null,
    cookies: request.header('cookie') ?? '',
    body: call?.body,
    read: call !== undefined,
    hasBegun: () => request.incoming.readableDidRead,
    page: 'cursor' in request.query() ? 'next' : 'first',
  };
}
