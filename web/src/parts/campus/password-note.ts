import { passwordStrength } from '@madang/contract/accounts/rules';
import { copy } from '../../copy.ko.ts';

const notes = [
  copy['signup.password.note'],
  copy['signup.strength.1'],
  copy['signup.strength.2'],
  copy['signup.strength.3'],
] as const;

/** A hint under a new password, never a rule. */
export function describeStrength(password: string): string {
  return notes[passwordStrength(password)];
}
