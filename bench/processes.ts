import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A server under measurement. */
export interface Running {
  process: ChildProcess;
  origin: string;
}

/** Starts a program of ours and waits for the line that says where it listens. */
export async function start(parameters: string[], environment: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, parameters, {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${parameters.join(' ')} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /ready at (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
  return { process: child, origin };
}

/** Stops a program and waits for its end. */
export async function stop({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** Processor seconds that a process has used, of proc(5): fields 14 and 15, in ticks of 10 ms. */
export function processorSeconds({ process: child }: Running): number {
  const line = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Megabytes that a process has in memory. */
export function residentMegabytes({ process: child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** The middle of the numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

/** The number that so large a share of them does not exceed, of 0 to 1. */
export function percentile(numbers: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
