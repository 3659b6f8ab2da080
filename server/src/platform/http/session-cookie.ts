import { deleteCookie, setCookie } from 'hono/cookie';
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
  const [first, later] = [`${name}=`, `; ${name}=`];
  const attributes = { path: '/', httpOnly: true, sameSite: 'Lax', secure: https } as const;
  return {
    name,
    read: (context) => parse(context.env.incoming.headers.cookie ?? '', name)[name],
    readFrom(header) {
      const found = header.indexOf(later);
      if (!header.startsWith(first) && found < 0) return undefined;
      const start = header.startsWith(first) ? first.length : found + later.length;
      const end = header.indexOf(';', start);
      return header.slice(start, end < 0 ? undefined : end).trim();
    },
    set: (context, secret) => setCookie(context, name, secret, { ...attributes, maxAge: MAX_AGE_SECONDS }),
    clear: (context) => {
      deleteCookie(context, name, attributes);
    },
  };
}
