import { readNextPath } from '@madang/contract/next-path';
import type { Problem } from '@madang/contract/errors';
import { readForm } from '../platform/http/body.ts';
import { describeProblem, ProblemError } from '../platform/http/problem.ts';
import type { Router } from '../platform/http/router.ts';
import type { RouteContext } from '../platform/http/routes.ts';

/** A form that was sent without the web app and refused: what the page shows again. */
export interface SentForm {
  /** What was typed and ticked; never a password. */
  values: Record<string, string | boolean>;
  problem: Problem;
}

type Fields = Readonly<Record<string, string>>;

interface PlainForm {
  /** The fields that are shown again. */
  typed: readonly string[];
  ticked: readonly string[];
  /** Does what the web app would, by the same endpoint and its guards. @throws {ProblemError} */
  send: (router: Router, context: RouteContext, fields: Fields) => Promise<unknown>;
  /** Where it leads; the query is the page's own. */
  next: (search: string) => string;
}

const FORM_BYTES_MAX = 16 * 1024;

const forms: Readonly<Record<string, PlainForm>> = {
  '/login': {
    typed: ['email'],
    ticked: [],
    send: async (router, context, { email = '', password = '' }) => {
      const { user } = await router.call('POST /api/session', context, { email, password });
      // An account without its profile stays logged out [ST-02].
      if (!user) throw new ProblemError('session.credentials');
    },
    next: (search) => readNextPath(search) ?? '/',
  },
  '/signup': {
    typed: ['name', 'email', 'nickname'],
    ticked: ['terms', 'privacy'],
    send: (router, context, fields) => {
      const { name = '', email = '', nickname = '', password = '' } = fields;
      // The box for all stands for both, in their order.
      const [both = [null, null]] = [fields['all']?.split(',')];
      const { terms = both[0], privacy = both[1] } = fields;
      if (password !== fields['passwordConfirm'])
        throw new ProblemError('input.invalid', {
          fields: [{ field: 'passwordConfirm', code: 'password.confirm' }],
        });
      const agreed = { termsVersion: terms, privacyVersion: privacy };
      return router.call('POST /api/accounts', context, { name, email, nickname, password, ...agreed });
    },
    // The next screen waits for the mail, and leads on to the path first asked for.
    next: (search) => `/verify${search && `?${search}`}`,
  },
};

/** Whether the page at this path has a form that works without the web app. */
export function hasForm(path: string): boolean {
  return Object.hasOwn(forms, path);
}

/** Takes a page's form: leads on, or answers what the page shows with the reason of the refusal. */
export async function takeForm(router: Router, context: RouteContext): Promise<SentForm | null> {
  const { env: exchange } = context;
  const form = forms[exchange.path];
  if (!form) throw new ProblemError('route.unknown');
  const fields = await readForm(context, FORM_BYTES_MAX);
  try {
    await form.send(router, context, fields);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const values = Object.fromEntries([
      ...form.typed.map((name) => [name, fields[name] ?? ''] as const),
      ...form.ticked.map((name) => [name, name in fields] as const),
    ]);
    return { values, problem: describeProblem(error, exchange.requestId) };
  }
  exchange.send(303, { Location: form.next(exchange.search), 'Cache-Control': 'no-store' });
  return null;
}
