import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SharedServer } from './journey-server.ts';

const program = fileURLToPath(new URL('../../server/bin/operator.mjs', import.meta.url));

/** Runs one operator command next to the running server. @throws if the command fails. */
export async function operate(server: SharedServer, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: server.dataFolder },
  });
  return stdout.trim();
}
