import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PartReport } from '../part-report.ts';
import type { BareMachine } from './bare-machine.ts';
import { switchOn } from './machine-room.ts';
import { putValue, readBlocks, type Block } from './page.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const PAGE = join(root, 'docs/cluster.md');
const ADDRESSES = { db1: '10.46.7.21', db2: '10.46.7.22', db3: '10.46.7.23', app: '10.46.7.24' };
type Name = keyof typeof ADDRESSES;
const NODES: readonly Name[] = ['db1', 'db2', 'db3'];
/** What a machine without power may cost, as docs/cluster.md says; each step that begins by hand costs less. */
const BOUND = 30_000;

/** Inserts one row after the other, as somebody does who waits for each; which ones were acknowledged, and when, is kept in a file. */
const WRITER = `for id in $(seq 1000000); do
  test -e /root/stop && exit
  PGCONNECT_TIMEOUT=2 timeout 5 psql "$LEADER" -qc "INSERT INTO ledger VALUES ($id)" 2> /dev/null && echo "$id $(date +%s%3N)" >> /root/acknowledged
  sleep 0.1
done`;

/** Where a block of the page is typed. */
export const MACHINES_OF: Readonly<Record<string, readonly Name[]>> = {
  'each and app': [...NODES, 'app'],
  each: NODES,
  ...Object.fromEntries((Object.keys(ADDRESSES) as Name[]).map((name) => [name, [name]])),
};

export const readClusterPage = (): Block[] => readBlocks(readFileSync(PAGE, 'utf8'));

/**
 * docs/cluster.md from its first command to its last, each as it stands there, on four machines with nothing but Debian 12: three
 * become a cluster, and the fourth writes through HAProxy. Between the chapters the leader loses its power and another one its disk.
 */
export async function runClusterMachines(folder: string, print: (line: string) => void): Promise<PartReport> {
  const ends: (() => unknown)[] = [];
  const failed: string[] = [];
  try {
    const machines = await switchOn(folder, ADDRESSES, ends, print);
    print('four machines with Debian 12 alone, systemd is process 1 of each');
    const { db1, app } = machines;
    const type = (name: Name, command: string) => machines[name].type(command);
    const goThrough = async (blocks: readonly Block[]) => {
      for (const block of blocks) {
        if (block.outside) {
          for (const machine of Object.values(machines))
            cpSync(join(root, 'deploy/cluster'), join(machine.root, 'root/cluster'), { recursive: true });
          print(`[replaced] ${block.commands.join('\n')}`);
          continue;
        }
        for (const command of block.commands)
          await Promise.all(
            (MACHINES_OF[block.machine] ?? []).map((name) => type(name, putValue(command, VALUES))),
          );
      }
    };
    const page = readClusterPage();
    const byHand = page.filter(({ heading }) => heading === 'By hand');
    await goThrough(page.filter(({ heading }) => heading === 'Set it up'));
    await type('app', 'psql "$LEADER" -qc "CREATE TABLE ledger (id int PRIMARY KEY)"');
    await type('app', `export LEADER\n(${WRITER}) > /dev/null 2>&1 &`);
    const steps: PartReport['steps'][number][] = [];
    const step = async (name: string, work: () => Promise<unknown>) => {
      const from = Date.now();
      await work();
      await sleep(2_000);
      const longestOutage = readOutage(app, from);
      if (longestOutage > BOUND) failed.push(`${name}: no write for ${longestOutage} ms`);
      steps.push({ name, longestOutage });
      print(`${name}: no write for ${longestOutage} ms`);
    };
    await step('all is well', () => sleep(3_000));
    await step('the leader’s machine loses its power', async () => {
      await db1.cut();
      await sleep(25_000);
      await db1.boot();
      await goThrough(again(page, 'db1'));
      await type('db1', allRun);
    });
    await step('the lead is handed on, a replica made anew', () => goThrough(byHand.slice(0, 2)));
    await step('another one loses its disk', async () => {
      await type(
        'db3',
        'systemctl stop patroni etcd && rm -rf /var/lib/etcd/madang /var/lib/postgresql/15/madang',
      );
      await goThrough(byHand.slice(2));
    });
    await type('app', 'touch /root/stop && sleep 6');
    const stored = await type('app', 'psql "$LEADER" -Atqc "SELECT id FROM ledger"');
    const there = new Set(stored.trim().split('\n'));
    const acknowledged = readAcknowledged(app);
    const lost = acknowledged.filter(({ id }) => !there.has(id)).length;
    if (acknowledged.length < 50) failed.push(`only ${acknowledged.length} writes were acknowledged`);
    print(`${acknowledged.length} writes acknowledged, ${lost} of them lost`);
    // A row has its own key: none can be there twice.
    return { failed, lost, doubled: 0, steps };
  } catch (error) {
    return { failed: [...failed, (error as Error).message], lost: 0, doubled: 0, steps: [] };
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

const VALUES: Readonly<Record<string, string>> = {
  DB1: ADDRESSES.db1,
  DB2: ADDRESSES.db2,
  DB3: ADDRESSES.db3,
  APP_PASSWORD: 'a'.repeat(48),
  SUPERUSER_PASSWORD: 'b'.repeat(48),
  REPLICATION_PASSWORD: 'c'.repeat(48),
  REWIND_PASSWORD: 'd'.repeat(48),
  RESTAPI_PASSWORD: 'e'.repeat(48),
};

const allRun =
  'until test "$(patronictl -c /etc/patroni/config.yml list | grep -c running)" = 3; do sleep 1; done';

/** What somebody types again who has logged in anew on a node: addresses, and how to reach the cluster. */
function again(page: readonly Block[], machine: Name): Block[] {
  return page
    .filter(({ commands }) => commands.some((command) => /^(?:DB1=|set -a)/.test(command)))
    .map((block) => ({ ...block, machine }));
}

function readAcknowledged(app: BareMachine): { id: string; at: number }[] {
  const lines = readFileSync(join(app.root, 'root/acknowledged'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [id = '', at] = line.split(' ');
    return { id, at: Number(at) };
  });
}

/** The longest time since a moment in which no write was acknowledged, in milliseconds. */
function readOutage(app: BareMachine, from: number): number {
  const moments = readAcknowledged(app).map(({ at }) => at);
  const since = [from, ...moments.filter((at) => at > from), Date.now()];
  return Math.max(...since.slice(1).map((at, index) => at - (since[index] ?? at)));
}
