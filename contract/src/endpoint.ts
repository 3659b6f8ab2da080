import type { z } from 'zod';
import type { Edition } from './campus/rules.ts';
import type { ProblemCode } from './errors.ts';

/**
 * Who may call: `public` everybody, signed in or not; `user` anyone who is signed in; `role` anyone who has a role, `operator`
 * operators alone, and to everybody else the call does not exist.
 */
export type Access = 'public' | 'user' | 'role' | 'operator';

/** The accesses that need a role. */
export const STAFF_ACCESS: ReadonlySet<Access> = new Set(['role', 'operator']);

/** Whether a call writes as the user of the session, and so carries the header `Madang-User`. */
export const writesAsUser = (name: string, { access, readsOnly }: Endpoint): boolean =>
  access !== 'public' && !readsOnly && !name.startsWith('GET ');

/** One call of the HTTP API: the only place where its path, inputs, output and refusals are written down. */
export interface Endpoint {
  /** Its name in the API description and so in clients made from that; never changed. */
  id: string;
  access: Access;
  /** Of what needs a role: may be called before the password was given again. */
  beforeConfirmation?: true;
  /** The edition that has it; in the other the call does not exist. Nothing: both. */
  edition?: Edition;
  summary: string;
  /** Success status; 204 has no output. */
  status: 200 | 201 | 202 | 204;
  /** The same for everybody who may have it: answers carry a tag to ask again with. */
  shared?: true;
  /** No GET, because of what it is asked with, and yet it writes nothing: what is read after it may come from a cache. */
  readsOnly?: true;
  /** A browser may send it long after it was written: the header `Madang-User` is required. */
  pending?: true;
  /** Its answer sets or takes a cookie. */
  cookies?: true;
  path?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers of the request that change the answer, each with what it does. */
  headers?: Readonly<Record<string, string>>;
  body?: z.ZodObject;
  /** A body that is not JSON: raw image bytes. */
  rawBody?: 'image';
  output?: z.ZodType;
  /** An output that is not JSON: a stream of server-sent events, a gzipped tar to keep as a file, a picture, a drawing, or a
   * page of its own. */
  stream?: 'events' | 'archive' | 'picture' | 'drawing' | 'page';
  /**
   * What it alone refuses; what every call of its kind may be refused for is not repeated here. `limit.reached` says that
   * the call has a limit of its own, beside the one of everything that a session asks at once.
   */
  problems: readonly ProblemCode[];
}

/** Keyed by method and path, e.g. `PUT /api/posts/{id}/like`. */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** What a caller passes: only the parts the endpoint has. */
export type CallInput<E> = (E extends { path: infer P } ? { path: InputOf<P> } : unknown) &
  (E extends { query: infer Q } ? { query?: InputOf<Q> } : unknown) &
  (E extends { body: infer B } ? { body: InputOf<B> } : unknown) &
  (E extends { rawBody: string } ? { rawBody: object } : unknown);

/** What a caller gets. */
export type CallOutput<E> = E extends { output: infer O extends z.ZodType } ? z.output<O> : undefined;
