import { copy } from '../../copy.ko.ts';
import { estimateStrength } from './password-strength.ts';

const notes = [
  copy['signup.password.note'],
  copy['signup.strength.1'],
  copy['signup.strength.2'],
  copy['signup.strength.3'],
] as const;

/** A hint under a new password, never a rule; `own` is what the student is called. */
export function describeStrength(password: string, own: readonly string[] = []): string {
  return notes[estimateStrength(password, own)];
}
