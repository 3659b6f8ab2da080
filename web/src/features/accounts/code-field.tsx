import { readMailedCode } from '@madang/contract/accounts/rules';
import { copy } from '../../copy.ko.ts';
import { isRefusal } from '../../lib/api.ts';
import { asTyped, TextField, type TextFieldProps } from '../../components/field.tsx';

/** Renders a field for the six digits of a mail; the input is parsed when sent. */
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

/** Returns the error of a code before it is sent. */
export function findCodeError(typed: string): string | undefined {
  if (typed.trim() === '') return copy['code.required'];
  return readMailedCode(typed) === null ? copy['code.shape'] : undefined;
}

/** Whether the code has no attempts left or was used. */
export const isCodeSpent = (error: unknown): boolean => isRefusal(error, 'mailedCode.spent', 'token.spent');

/** Returns the message about the code; undefined for other errors. */
export function describeCodeRefusal(error: unknown): string | undefined {
  if (isRefusal(error, 'mailedCode.wrong')) return copy['code.wrong'];
  return isCodeSpent(error) ? copy['code.spent'] : undefined;
}
