import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './archives.ts';
import { BareMachine, layBridge, prepareBase } from './bare-machine.ts';
import { startPackageCache } from './package-cache.ts';

/** The only address that is not a machine's: source of packages, and source and target of mails. */
export const OUTSIDE = '10.46.7.1';

/** Boots machines with only Debian 12 and systemd in their own network; `ends` removes them, the last first. */
export async function switchOn<Name extends string>(
  folder: string,
  addresses: Readonly<Record<Name, string>>,
  ends: (() => unknown)[],
  print: (line: string) => void,
): Promise<Record<Name, BareMachine>> {
  mkdirSync(CACHE, { recursive: true });
  ends.push(layBridge(OUTSIDE));
  const packages = await startPackageCache(join(CACHE, 'packages'), OUTSIDE);
  ends.push(() => packages.close());
  const base = await prepareBase(CACHE, packages.address);
  const machines: Partial<Record<Name, BareMachine>> = {};
  for (const [name, address] of Object.entries<string>(addresses)) {
    const machine = new BareMachine(folder, name, address, print);
    machines[name as Name] = machine;
    ends.push(() => machine.remove());
    await machine.install(base, packages.address);
  }
  return machines as Record<Name, BareMachine>;
}
