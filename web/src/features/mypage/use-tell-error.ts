import type { ProblemCode } from '@madang/contract/errors';
import { useAccountText } from '../accounts/account-text.ts';
import { ApiError } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';

type OwnTexts = Partial<Record<ProblemCode, Record<string, string>>>;

/** Shows the error and returns texts by field. `own` maps refusals to this form's texts. */
export function useTellError() {
  const { describeError, describeFields } = useAccountText();
  return (error: unknown, own: OwnTexts): Record<string, string> => {
    const meant = error instanceof ApiError ? own[error.code] : undefined;
    showToast(Object.values(meant ?? {})[0] ?? describeError(error));
    return meant ?? describeFields(error);
  };
}
