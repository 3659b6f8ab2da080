import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { addressOf, NETWORK, NUMBERS, type NodeNumber } from './cluster-settings.ts';

/** The bridge stands in the machine itself, where the app and HAProxy are. */
const BRIDGE = 'mdgbr';
const spaceOf = (node: NodeNumber) => `mdg${node}`;
const cableOf = (node: NodeNumber) => `mdgv${node}`;

/** A machine for each node, a network namespace of its own, all on one bridge. */
export function layNetwork(): void {
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'address', 'add', `${NETWORK}.1/24`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
  for (const node of NUMBERS) {
    const space = spaceOf(node);
    run('ip', 'netns', 'add', space);
    run('ip', 'link', 'add', cableOf(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    run('ip', 'link', 'set', cableOf(node), 'master', BRIDGE, 'up');
    run('ip', '-n', space, 'address', 'add', `${addressOf(node)}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) run('ip', '-n', space, 'link', 'set', device, 'up');
  }
}

/** Pulls the cable out of the machine of a node. */
export function pullCable(node: NodeNumber): void {
  run('ip', 'link', 'set', cableOf(node), 'nomaster');
}

/** Puts it in again. */
export function plugCable(node: NodeNumber): void {
  run('ip', 'link', 'set', cableOf(node), 'master', BRIDGE);
}

/** Runs a program on the machine of a node, as root. */
export function spawnIn(node: NodeNumber, command: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn('ip', ['netns', 'exec', spaceOf(node), ...command], options);
}

/** Ends what runs on the machines, and takes them and their network away: also what a killed run left. */
export function removeNetwork(): void {
  for (const node of NUMBERS) {
    for (let turn = 0; turn < 50 && processesIn(node).length > 0; turn += 1) {
      signal(processesIn(node), 'SIGKILL');
      spawnSync('sleep', ['0.05']);
    }
    for (const command of [
      ['netns', 'del', spaceOf(node)],
      ['link', 'del', cableOf(node)],
    ])
      spawnSync('ip', command, { stdio: 'ignore' });
  }
  spawnSync('ip', ['link', 'del', BRIDGE], { stdio: 'ignore' });
}

/** Everything that runs on the machine of a node. */
export function processesIn(node: NodeNumber): number[] {
  const { stdout } = spawnSync('ip', ['netns', 'pids', spaceOf(node)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Tells processes; one that has ended meanwhile needs nothing. */
export function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const id of processes) {
    try {
      process.kill(id, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function run(command: string, ...parameters: string[]): void {
  const { status, stderr } = spawnSync(command, parameters, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stderr}`);
}
