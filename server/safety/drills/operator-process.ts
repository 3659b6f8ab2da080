import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { serverFolder } from '../../src/platform/server-folder.ts';

/** A run of the built operator command, in a process of its own. */
export interface OperatorRun {
  child: ChildProcess;
  /** Its exit code, null when a signal ended it, and all that it printed. */
  ended: Promise<{ code: number | null; output: string }>;
}

/** Begins an operator command with the variables of a server. */
export function startOperator(environment: Record<string, string>, ...words: string[]): OperatorRun {
  const child = spawn(process.execPath, [join(serverFolder(), 'bin', 'operator.mjs'), ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}

/** Runs one that must do what it is told; answers what it printed. */
export async function runOperator(environment: Record<string, string>, ...words: string[]): Promise<string> {
  const { code, output } = await startOperator(environment, ...words).ended;
  if (code !== 0) throw new Error(`operator ${words.join(' ')} ended with ${code}: ${output}`);
  return output;
}
