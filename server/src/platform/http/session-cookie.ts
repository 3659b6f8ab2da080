import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { HttpContext } from './http-context.ts';

const MAX_AGE_SECONDS = 90 * 24 * 3600;

/** The cookie that carries a session's secret: HttpOnly, SameSite=Lax, `__Host-` under HTTPS [SF-05]. */
export interface SessionCookie {
  readonly name: string;
  read(context: HttpContext): string | undefined;
  /** The same, out of a request's Cookie header. */
  readFrom(header: string): string | undefined;
  set(context: HttpContext, secret: string): void;
  clear(context: HttpContext): void;
}

/** @param https whether browsers reach this site by HTTPS. */
export function sessionCookie(https: boolean): SessionCookie {
  const name = https ? '__Host-madang' : 'madang';
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: https } as const;
  return {
    name,
    read: (context) => getCookie(context, name),
    readFrom: (header) => parse(header, name)[name],
    set: (context, secret) => setCookie(context, name, secret, { ...attributes, maxAge: MAX_AGE_SECONDS }),
    clear: (context) => {
      deleteCookie(context, name, attributes);
    },
  };
}
