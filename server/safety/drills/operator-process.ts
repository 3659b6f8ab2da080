import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverFolder } from '../../src/platform/folders.ts';

/** Runs an operator command with the variables of a server, which must do what it is told; answers what it printed. */
export async function runOperator(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(serverFolder(), 'bin', 'operator.mjs'), ...words],
    { env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment } },
  );
  return stdout + stderr;
}
