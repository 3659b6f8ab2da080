import type { Edition } from '@madang/contract/campus/rules';
import { CODE_ANSWERS } from '@madang/contract/codes/rules';
import { USER_FIELD } from '@madang/contract/user-header';
import { readNextPath } from '@madang/contract/next-path';
import { findScreen, type PathParams, type ScreenPath } from '@madang/contract/screens';
import type { Problem } from '@madang/contract/errors';
import { readForm } from '../platform/http/body.ts';
import { describeProblem, ProblemError } from '../platform/http/problem.ts';
import type { Router } from '../platform/http/router.ts';
import type { RouteContext } from '../platform/http/pipeline.ts';

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
  /** It writes as the viewer: the page holds the field that names them. */
  asUser?: true;
  /** Does what the web app would, by the same endpoint and its guards. @throws {ProblemError} */
  send: (router: Router, context: RouteContext, fields: Fields, params: PathParams) => Promise<unknown>;
  /** Where it leads; the query is the page's own. */
  next: (search: string, fields: Fields, params: PathParams) => string;
}

const FORM_BYTES_MAX = 16 * 1024;

const forms: { readonly [Path in ScreenPath]?: PlainForm } = {
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
  // What an office says of a ticket, in the browser of its mail program.
  '/office': {
    typed: ['step', 'word'],
    ticked: [],
    send: (router, context, { token, step, word }) =>
      router.call('POST /api/office', context, { token, step, word }),
    next: (_, { token = '' }) => `/office?token=${encodeURIComponent(token)}&said=step`,
  },
  // What is said of a place by its printed code: with the app too.
  '/at/:code': {
    typed: [],
    ticked: [],
    asUser: true,
    send: (router, context, { answer, [USER_FIELD]: user }, { code }) => {
      if (answer === 'there') return router.call('POST /api/codes/confirmation', context, { code }, user);
      return router.call('POST /api/codes/voice', context, { code, voice: answer }, user);
    },
    // A page of its own, so that nothing is said again when it is loaded again.
    next: (_, { answer }, { code = '' }) =>
      `/at/${encodeURIComponent(code)}?said=${CODE_ANSWERS.find((one) => one === answer) ?? ''}`,
  },
};

/** Whether the form of the page at this path writes as its viewer, and so names them. */
export function namesUser(path: string, edition: Edition): boolean {
  return findForm(path, edition)?.form.asUser ?? false;
}

/** Whether the page at this path has a form that works without the web app. */
export function hasForm(path: string, edition: Edition): boolean {
  return findForm(path, edition) !== null;
}

function findForm(path: string, edition: Edition): { form: PlainForm; params: PathParams } | null {
  const found = findScreen(path, edition);
  const form = found && forms[found.screen.path];
  return form ? { form, params: found.params } : null;
}

/** Takes a page's form: leads on, or answers what the page shows with the reason of the refusal. */
export async function takeForm(
  router: Router,
  context: RouteContext,
  edition: Edition,
): Promise<SentForm | null> {
  const { env: exchange } = context;
  const found = findForm(exchange.path, edition);
  if (!found) throw new ProblemError('route.unknown');
  const { form, params } = found;
  const fields = await readForm(context, FORM_BYTES_MAX);
  try {
    await form.send(router, context, fields, params);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const values = Object.fromEntries([
      ...form.typed.map((name) => [name, fields[name] ?? ''] as const),
      ...form.ticked.map((name) => [name, name in fields] as const),
    ]);
    return { values, problem: describeProblem(error, exchange.requestId) };
  }
  exchange.send(303, { Location: form.next(exchange.search, fields, params), 'Cache-Control': 'no-store' });
  return null;
}
