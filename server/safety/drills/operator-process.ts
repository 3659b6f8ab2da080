import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverFolder } from '../../src/lib/folders.ts';

/**
 * Runs an operator command with the variables of a server; returns its output.
 *
 * @throws {Error} if the command fails.
 */
export async function runOperator(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(serverFolder(), 'bin', 'operator.mjs'), ...words],
    { env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment } },
  );
  return stdout + stderr;
}
