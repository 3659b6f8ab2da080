import { randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS } from '@madang/contract/codes/rules';

/** A code that nobody can guess. */
export function makeCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]);
  return letters.join('');
}
