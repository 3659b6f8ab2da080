import type { FieldCode, ProblemCode } from '@madang/contract/errors';
import type { Campus } from '@madang/contract/campus/schema';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, NetworkError } from '../../platform/api.ts';
import { useCampus } from './campus-context.ts';

const fieldTexts: Record<FieldCode, string> = {
  required: copy['error.required'],
  invalid: copy['error.field.invalid'],
  unknown: copy['error.field.invalid'],
  tooLong: copy['error.field.tooLong'],
  'email.required': copy['error.email.required'],
  'email.pattern': copy['error.email.pattern'],
  'nickname.required': copy['error.nickname.required'],
  'nickname.characters': copy['error.nickname.characters'],
  'nickname.length': copy['error.nickname.length'],
  'nickname.reserved': copy['error.nickname.reserved'],
  'password.short': copy['error.password.short'],
  'password.long': copy['error.password.long'],
  'password.confirm': copy['error.password.confirm'],
  'terms.required': copy['error.terms'],
  'keywords.max': copy['error.keywords.max'],
  'keywords.unknown': copy['error.field.invalid'],
  'keywords.festival': copy['error.keywords.festival'],
  'title.frozen': copy['error.field.invalid'],
};

/** Seconds in a fitting unit, rounded up. */
export function describeWait(seconds: number): string {
  if (seconds < 60) return fillCopy(copy['wait.seconds'], { n: seconds });
  if (seconds < 3_600) return fillCopy(copy['wait.minutes'], { n: Math.ceil(seconds / 60) });
  return fillCopy(copy['wait.hours'], { n: Math.ceil(seconds / 3_600) });
}

const errorTexts: Partial<Record<ProblemCode, string>> = {
  'limit.reached': copy['error.busy.later'],
  'server.unavailable': copy['state.unavailable'],
  'session.required': copy['error.notLoggedIn'],
  'right.required': copy['error.writingRight'],
  'board.readOnly': copy['error.board.readOnly'],
  'email.exists': copy['error.email.exists'],
  'email.verified': copy['info.verified.already'],
  'body.tooLarge': copy['error.image.size'],
  'image.tooLarge': copy['error.image.pixels'],
  'image.unreadable': copy['error.image.unreadable'],
};

function describeError(error: unknown): string {
  if (error instanceof NetworkError) return copy['state.network'];
  if (!(error instanceof ApiError)) return copy['error.unknown'];
  const { code, retryAfter } = error;
  if (code === 'limit.reached' && retryAfter !== undefined)
    return fillCopy(copy['error.busy'], { wait: describeWait(retryAfter) });
  return errorTexts[code] ?? copy['error.unknown'];
}

/** Texts for this campus: its name and domain stand in some of them. */
export function describeProblems(campus: Campus) {
  const { name, domain } = campus.university;
  const fill = (text: string): string => fillCopy(text, { university: name, domain });
  return {
    describeField: (code: FieldCode | null): string | undefined =>
      code ? fill(fieldTexts[code]) : undefined,
    describeError: (error: unknown): string => fill(describeError(error)),
    /** One text for each field the server refused. */
    describeFields: (error: unknown): Record<string, string> => {
      const fields = error instanceof ApiError ? error.fields : [];
      return Object.fromEntries(
        fields.map(({ field, code }) => [field, fill(fieldTexts[code] ?? copy['error.field.invalid'])]),
      );
    },
  };
}

export function useProblemText() {
  return describeProblems(useCampus());
}
