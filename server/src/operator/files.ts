import { OperatorError } from './terminal.ts';

/**
 * Does work on files that the operator named; what the system says against it becomes the one line to read.
 *
 * @throws {OperatorError}
 */
export async function explainFiles<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw new OperatorError(error.message);
    throw error;
  }
}
