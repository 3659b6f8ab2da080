import type { z } from 'zod';
import type { Edition } from './campus/rules.ts';
import type { ProblemCode } from './errors.ts';

/** Allowed callers. `user`: signed in. `role`: with a role. Others receive "not found" for `role` and `operator`. */
export type Access = 'public' | 'user' | 'role' | 'operator';

export const STAFF_ACCESS: ReadonlySet<Access> = new Set(['role', 'operator']);

/** Whether a call writes as the session's user, with `Madang-User`. */
export const writesAsUser = (name: string, { access, readsOnly }: Endpoint): boolean =>
  access !== 'public' && !readsOnly && !name.startsWith('GET ');

/** A call of the HTTP API: path, inputs, output and errors. */
export interface Endpoint extends DeclaredEndpoint {
  access: Access;
  status: NonNullable<DeclaredEndpoint['status']>;
  problems: readonly ProblemCode[];
}

/** A call as its schema declares it. */
export interface DeclaredEndpoint {
  /** Operation id in the API description and in generated clients; never changed. */
  id: string;
  /** Default: `user`. */
  access?: Access;
  /** Whether a role call is allowed before the password was confirmed; others fail with `confirmation.required`. */
  beforeConfirmation?: true;
  /** Edition that has the call; {@link inOfficial} sets it for a group. Absent: both. */
  edition?: Edition;
  summary: string;
  /** Success status; default 200, or 204 without output. */
  status?: 200 | 201 | 202 | 204;
  /** Whether the answer is the same for all permitted users, with an ETag. */
  shared?: true;
  /** Whether a call with another method than GET only reads; reads may use caches. */
  readsOnly?: true;
  /** Whether a browser may send it later; requires the header `Madang-User`. */
  pending?: true;
  cookies?: true;
  path?: z.ZodObject;
  query?: z.ZodObject;
  /** Request headers that change the answer, with their effects. */
  headers?: Readonly<Record<string, string>>;
  body?: z.ZodObject;
  /** Maximum bytes of the body; default 256 KiB. */
  bodyBytesMax?: number;
  rawBody?: 'image';
  output?: z.ZodType;
  /** A non-JSON output. */
  stream?: 'events' | 'archive' | 'picture' | 'drawing' | 'page' | 'table';
  /** Errors of this call only; default: none. `limit.reached`: it has its own limit. */
  problems?: readonly ProblemCode[];
}

/** Method and path, such as `PUT /api/posts/{id}/like`. */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** Input of a call: only the parts that the endpoint has. */
export type CallInput<E> = (E extends { path: infer P } ? { path: InputOf<P> } : unknown) &
  (E extends { query: infer Q } ? { query?: InputOf<Q> } : unknown) &
  (E extends { body: infer B } ? { body: InputOf<B> } : unknown) &
  (E extends { rawBody: string } ? { rawBody: object } : unknown);

export type CallOutput<E> = E extends { output: infer O extends z.ZodType } ? z.output<O> : undefined;

export type CallBody<E> = E extends { body: infer B extends z.ZodType } ? z.output<B> : never;

type Completed<E> = E & {
  access: E extends { access: Access } ? E['access'] : 'user';
  status: NonNullable<DeclaredEndpoint['status']>;
  problems: E extends { problems: readonly ProblemCode[] } ? E['problems'] : readonly [];
};

/** Adds the defaults to declared calls. */
export const completeEndpoints = <Group extends Record<EndpointKey, DeclaredEndpoint>>(group: Group) =>
  mapValues(group, (one) => ({
    access: 'user',
    status: one.output || one.stream ? 200 : 204,
    ...one,
    problems: [
      ...(one.access && STAFF_ACCESS.has(one.access) && !one.beforeConfirmation
        ? (['confirmation.required'] as const)
        : []),
      ...(one.problems ?? []),
    ],
  })) as { readonly [Name in keyof Group]: Completed<Group[Name]> };

/** Limits a group of calls to the official edition. */
export const inOfficial = <Group extends Record<EndpointKey, DeclaredEndpoint>>(group: Group) =>
  mapValues(group, (one) => ({ ...one, edition: 'official' })) as {
    readonly [Name in keyof Group]: Group[Name] & { edition: 'official' };
  };

function mapValues(
  group: Readonly<Record<string, DeclaredEndpoint>>,
  change: (value: DeclaredEndpoint) => DeclaredEndpoint,
): object {
  return Object.fromEntries(Object.entries(group).map(([name, value]) => [name, change(value)]));
}
