import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Session } from '../sessions/sessions.ts';

/** What the request pipeline leaves for handlers. */
export interface RequestScope {
  requestId: string;
  session: Session | null;
  clientAddress: string;
}

export type HttpEnvironment = { Bindings: HttpBindings; Variables: { scope: RequestScope } };
export type HttpContext = Context<HttpEnvironment>;
