/** HTTP status by error code (RFC 9457). `title` is for developers; browsers show Korean text by code. */
export const problemStatus = {
  'request.malformed': 400,
  'origin.foreign': 403,
  'session.required': 401,
  'session.credentials': 401,
  'account.reauthentication': 403,
  'confirmation.required': 403,
  'right.required': 403,
  'board.readOnly': 403,
  'content.foreign': 403,
  'route.unknown': 404,
  'resource.missing': 404,
  'method.notAllowed': 405,
  'body.slow': 408,
  'session.otherUser': 409,
  'email.exists': 409,
  'email.verified': 409,
  'identifier.taken': 409,
  'edit.outdated': 409,
  'edit.limit': 409,
  'undo.late': 409,
  'upload.used': 409,
  'report.own': 409,
  'block.own': 409,
  'block.nobody': 409,
  'block.full': 409,
  'alert.full': 409,
  'alert.same': 409,
  'follow.full': 409,
  'building.used': 409,
  'place.muted': 409,
  'meal.notServed': 409,
  'ticket.step': 409,
  'role.last': 409,
  'case.outdated': 409,
  'case.own': 403,
  'case.other': 403,
  'role.insufficient': 403,
  'act.self': 403,
  'passkey.refused': 403,
  'writing.suspended': 403,
  'account.closed': 403,
  'appeal.late': 409,
  'rights.again': 409,
  'rights.full': 409,
  'code.replaced': 410,
  'token.spent': 410,
  // The code in a mail with a link.
  'mailedCode.wrong': 422,
  'mailedCode.spent': 410,
  'body.tooLarge': 413,
  'image.tooLarge': 413,
  'image.unreadable': 415,
  'body.unsupported': 415,
  'text.repeated': 409,
  'image.costly': 422,
  'input.invalid': 422,
  'limit.reached': 429,
  'pace.reached': 429,
  'server.failed': 500,
  // The specification distinguishes three stages of a withdrawal.
  'withdrawal.reauthentication': 500,
  'withdrawal.profile': 500,
  'withdrawal.account': 500,
  'server.unavailable': 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** A rejected field: a dotted path into the body or query, and the rule. */
export interface FieldProblem {
  field: string;
  code: FieldCode;
}

/** Rules that a field can break; browsers show a Korean sentence each. */
export const fieldCodes = [
  'required',
  'invalid',
  'unknown',
  'tooLong',
  'email.required',
  'email.pattern',
  'nickname.required',
  'nickname.characters',
  'nickname.length',
  'nickname.reserved',
  'password.short',
  'password.long',
  // Only for a form sent without JavaScript: it contains both passwords.
  'password.confirm',
  'terms.required',
  'keywords.max',
  'keywords.unknown',
  'keywords.festival',
  'title.frozen',
  'end.early',
  'pictures.max',
  'address.foreign',
  'alert.short',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** Current text of a post or reply; replies have only a body. */
export interface NewerText {
  revision: number;
  body: string;
  title?: string;
  keywords?: string[];
  pictures?: { uploadId: string; image: string; width: number; height: number; description: string }[];
}

export interface Closure {
  ground: string;
  text: string | null;
  /** ISO 8601 in UTC. */
  endsAt: string;
}

/** Body of every answer with status 400 or above, `application/problem+json`. */
export interface Problem {
  type: 'about:blank';
  title: string;
  status: number;
  code: ProblemCode;
  /** Request id for the operator; also in the log. */
  requestId?: string;
  fields?: FieldProblem[];
  /** With `edit.outdated`: the text saved meanwhile elsewhere. */
  newer?: NewerText;
  /** With `account.closed`. */
  closure?: Closure;
  /** Seconds until a retry may succeed (with 429 and 503). */
  retryAfter?: number;
}
