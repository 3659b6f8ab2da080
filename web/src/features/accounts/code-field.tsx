import { readMailedCode } from '@madang/contract/accounts/rules';
import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../platform/api.ts';
import { asTyped, TextField, type TextFieldProps } from '../../ui/text-field.tsx';

/** The six digits of a mail. What is typed or pasted stays as it is: it is read when the form is sent. */
export function CodeField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      {...asTyped}
      {...props}
      label={copy['code.label']}
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}

/** What is wrong with a code before it is sent. */
export function findCodeError(typed: string): string | undefined {
  if (typed.trim() === '') return copy['code.required'];
  return readMailedCode(typed) === null ? copy['code.shape'] : undefined;
}

/** Whether no try of a code is left, or it was used. */
export const isCodeSpent = (error: unknown): boolean => isRefusal(error, 'mailedCode.spent', 'token.spent');

/** What a refusal says of the code; nothing where it is about something else. */
export function describeCodeRefusal(error: unknown): string | undefined {
  if (isRefusal(error, 'mailedCode.wrong')) return copy['code.wrong'];
  return isCodeSpent(error) ? copy['code.spent'] : undefined;
}
