import type { Edition } from '@madang/contract/campus/rules';
import { CODE_ANSWERS } from '@madang/contract/places/crowd';
import { USER_FIELD } from '@madang/contract/user-header';
import { readNextPath } from '@madang/contract/paths';
import { findScreen, type PathParams, type ScreenPath } from '@madang/contract/screens';
import type { Problem } from '@madang/contract/errors';
import { readForm } from '../http/body.ts';
import { describeProblem, ProblemError } from '../http/problem.ts';
import type { Router } from '../http/router.ts';
import type { RouteContext } from '../http/pipeline.ts';

/** A rejected form, sent without the web app, to show again. */
export interface SentForm {
  /** Entered values, never a password. */
  values: Record<string, string | boolean>;
  problem: Problem;
}

type Fields = Readonly<Record<string, string>>;

interface PlainForm {
  typed: readonly string[];
  ticked: readonly string[];
  /** True if the form acts as the viewer, a field of the page. */
  asUser?: true;
  /** Calls the web app's endpoint with its guards. @throws {ProblemError} */
  send: (router: Router, context: RouteContext, fields: Fields, params: PathParams) => Promise<unknown>;
  /** Returns the redirect target; the query is the page's. */
  next: (search: string, fields: Fields, params: PathParams) => string;
}

const FORM_BYTES_MAX = 16 * 1024;

const forms: { readonly [Path in ScreenPath]?: PlainForm } = {
  '/login': {
    typed: ['email'],
    ticked: [],
    send: async (router, context, { email = '', password = '' }) => {
      const { user } = await router.call('POST /api/session', context, { email, password });
      // An account without a profile stays signed out [ST-02].
      if (!user) throw new ProblemError('session.credentials');
    },
    next: (search) => readNextPath(search) ?? '/',
  },
  '/signup': {
    typed: ['name', 'email', 'nickname'],
    ticked: ['terms', 'privacy'],
    send: (router, context, fields) => {
      const { name = '', email = '', nickname = '', password = '' } = fields;
      // The box for all sets both versions, in this order.
      const [both = [null, null]] = [fields['all']?.split(',')];
      const { terms = both[0], privacy = both[1] } = fields;
      if (password !== fields['passwordConfirm'])
        throw new ProblemError('input.invalid', {
          fields: [{ field: 'passwordConfirm', code: 'password.confirm' }],
        });
      const agreed = { termsVersion: terms, privacyVersion: privacy };
      return router.call('POST /api/accounts', context, { name, email, nickname, password, ...agreed });
    },
    // The next screen waits for the mail, then continues.
    next: (search) => `/verify${search && `?${search}`}`,
  },
  // Form for offices about a ticket, opened in the mail program's browser.
  '/office': {
    typed: ['step', 'word'],
    ticked: [],
    send: (router, context, { token, step, word }) =>
      router.call('POST /api/office', context, { token, step, word }),
    next: (_, { token = '' }) => `/office?token=${encodeURIComponent(token)}&said=step`,
  },
  // Crowd report by printed code; also used by the app.
  '/at/:code': {
    typed: [],
    ticked: [],
    asUser: true,
    send: (router, context, { answer, [USER_FIELD]: user }, { code }) => {
      if (answer === 'there') return router.call('POST /api/codes/confirmation', context, { code }, user);
      return router.call('POST /api/codes/voice', context, { code, voice: answer }, user);
    },
    // Redirects, so that a reload does not repeat the report.
    next: (_, { answer }, { code = '' }) =>
      `/at/${encodeURIComponent(code)}?said=${CODE_ANSWERS.find((one) => one === answer) ?? ''}`,
  },
};

/** Whether the page's form acts as its viewer. */
export function namesUser(path: string, edition: Edition): boolean {
  return findForm(path, edition)?.form.asUser ?? false;
}

/** Whether the page has a form without the web app. */
export function hasForm(path: string, edition: Edition): boolean {
  return findForm(path, edition) !== null;
}

function findForm(path: string, edition: Edition): { form: PlainForm; params: PathParams } | null {
  const found = findScreen(path, edition);
  const form = found && forms[found.screen.path];
  return form ? { form, params: found.params } : null;
}

/** Handles a page's form: redirects, or returns values and error. */
export async function takeForm(
  router: Router,
  context: RouteContext,
  edition: Edition,
): Promise<SentForm | null> {
  const { env: request } = context;
  const found = findForm(request.path, edition);
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
    return { values, problem: describeProblem(error, request.requestId) };
  }
  request.send(303, { Location: form.next(request.search, fields, params), 'Cache-Control': 'no-store' });
  return null;
}
