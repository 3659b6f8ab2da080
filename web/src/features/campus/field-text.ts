import type { FieldCode } from '@madang/contract/errors';
import { copy } from '../../copy.ko.ts';
import { ApiError } from '../../lib/api.ts';
import { useCampus } from './campus-context.ts';
import { fillProblem, useProblemText } from './problem-text.ts';

export type FieldTexts = Partial<Record<FieldCode, string>>;

/** Returns texts for field and other errors; `own` adds texts. Unknown codes count as a wrong field. */
export function useFieldText(own: FieldTexts) {
  const campus = useCampus();
  const texts: FieldTexts = {
    required: copy['error.required'],
    tooLong: copy['error.field.tooLong'],
    ...own,
  };
  const describe = (code: FieldCode): string =>
    fillProblem(texts[code] ?? copy['error.field.invalid'], campus);
  return {
    ...useProblemText(),
    describeField: (code: FieldCode | null): string | undefined => (code ? describe(code) : undefined),
    /** Returns one text for each field the server refused. */
    describeFields: (error: unknown): Record<string, string> => {
      const fields = error instanceof ApiError ? error.fields : [];
      return Object.fromEntries(fields.map(({ field, code }) => [field, describe(code)]));
    },
  };
}
