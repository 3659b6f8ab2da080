import { resolve } from 'node:path';
import { describeDenied } from '@madang/campus/campus-files';
import { OperatorError } from './terminal.ts';

/** The error of a file that this user may not use, with who tried and what to do; null for any other failure. */
export function deniedError(
  { code, path }: NodeJS.ErrnoException,
  file: string | undefined = path,
): OperatorError | null {
  const denied = describeDenied(code);
  if (denied === null || file === undefined) return null;
  return new OperatorError(`${resolve(file)} cannot be used ${denied}`);
}
