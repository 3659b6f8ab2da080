import type { Terminal } from './terminal.ts';
import type { Opening, Workplace } from './workplace.ts';

/** Opens the workplace, does the command's work and closes it again. */
export type Run = (
  work: (workplace: Workplace, terminal: Terminal) => Promise<void>,
  opening?: Opening,
) => Promise<void>;
