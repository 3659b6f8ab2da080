import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { addressOf, NETWORK, NUMBERS, type NodeNumber } from './cluster-settings.ts';

/** The bridge is on the host, where the app and HAProxy run. */
const BRIDGE = 'mdgbr';
const spaceOf = (node: NodeNumber) => `mdg${node}`;
const cableOf = (node: NodeNumber) => `mdgv${node}`;

/** Creates one network namespace per node, all on one bridge. */
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

/** Disconnects a node from the bridge. */
export function pullCable(node: NodeNumber): void {
  run('ip', 'link', 'set', cableOf(node), 'nomaster');
}

/** Connects a node to the bridge again. */
export function plugCable(node: NodeNumber): void {
  run('ip', 'link', 'set', cableOf(node), 'master', BRIDGE);
}

/** Starts a program in the namespace of a node, as root. */
export function spawnIn(node: NodeNumber, command: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn('ip', ['netns', 'exec', spaceOf(node), ...command], options);
}

/** Kills all processes in the namespaces and deletes the network, also after a killed run. */
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

/** Returns the ids of all processes in the namespace of a node. */
export function processesIn(node: NodeNumber): number[] {
  const { stdout } = spawnSync('ip', ['netns', 'pids', spaceOf(node)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

/** Sends a signal to processes; ignores those that have ended. */
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
