import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSmtp } from '../../../testing/smtp.ts';
import type { PartReport } from '../part-report.ts';
import { CACHE, packNext, packNode, packVersion } from './archives.ts';
import { BareMachine, layBridge, prepareBase } from './bare-machine.ts';
import { Newcomer } from './newcomer.ts';
import { startPackageCache } from './package-cache.ts';
import { type Block, putValue, readBlocks } from './page.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const ADDRESSES = { db: '10.46.7.11', app: '10.46.7.12' };
const PAGE = join(root, 'docs/opening.ko.md');
const MORE_PAGE = join(root, 'docs/more-machines.md');
const SITE = 'madang.example.ac.kr';
const OPERATOR = 'operator@korea.ac.kr';

/** True if such machines can be created: as root and with the required programs. */
export function findBareMachines(): boolean {
  const folders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  return (
    process.getuid?.() === 0 &&
    ['debootstrap', 'systemd-nspawn', 'ip', 'nsenter'].every((name) =>
      folders.some((folder) => existsSync(join(folder, name))),
    )
  );
}

/** Commands of the page that need the outside world; the drill provides their results. */
export const FROM_OUTSIDE = { archive: /^scp package/ } as const;

/** Findings of `doctor --launch` in a drill: DNS and its dependents, and what a council adds later. */
const OF_THE_WORLD = /^(?:fail {2}(?:name|certificate|server)|warn {2}(?:operator|offices|codes|meals)) /;

/** Returns the commands that install, update and restore, in Korean. */
export const readPage = (): Block[] => readBlocks(readFileSync(PAGE, 'utf8'));

/** Returns the commands below a heading of the page about more machines. */
export const readMorePage = (heading: 'Two machines' | 'The archive'): Block[] =>
  readBlocks(readFileSync(MORE_PAGE, 'utf8')).filter((block) => block.heading === heading);

/** Runs {@link runMachines} on one machine, then on two; returns one report. */
export async function runBoth(folder: string, print: (line: string) => void): Promise<PartReport> {
  const reports: PartReport[] = [];
  for (const count of [1, 2] as const) {
    const own = join(folder, String(count));
    mkdirSync(own);
    const report = await runMachines(own, count, print);
    const named = report.steps.map((step) => ({ ...step, name: `${step.name} (machines: ${count})` }));
    reports.push({ ...report, steps: named });
  }
  return {
    failed: reports.flatMap(({ failed }) => failed),
    lost: reports.reduce((sum, { lost }) => sum + lost, 0),
    doubled: reports.reduce((sum, { doubled }) => sum + doubled, 0),
    steps: reports.flatMap(({ steps }) => steps),
  };
}

/**
 * Runs every command of docs/opening.ko.md, unchanged: install.sh, update, restore. Then the power is cut.
 * With two machines also the commands of docs/more-machines.md for a database of its own and the archive.
 * The machines have only Debian 12 and systemd as process 1. Between the chapters students use the site.
 */
async function runMachines(folder: string, count: 1 | 2, print: (line: string) => void): Promise<PartReport> {
  const failed: string[] = [];
  const ends: (() => unknown)[] = [];
  try {
    const on =
      count === 1
        ? await switchOn(folder, { app: ADDRESSES.app }, ends, print)
        : await switchOn(folder, ADDRESSES, ends, print);
    const machines = { db: on.app, ...on };
    const { app } = machines;
    const smtp = await startSmtp(undefined, 0, OUTSIDE);
    ends.push(() => smtp.close());
    print(`machines with Debian 12 alone, systemd is process 1: ${count}`);

    const archive = packVersion(folder);
    const version = archive.replace('.tar.gz', '');
    const home = join(app.root, 'root');
    const newcomer = new Newcomer(
      () => readFileSync(join(app.root, 'etc/ssl/madang/fullchain.pem')),
      { from: OUTSIDE, to: ADDRESSES.app },
      () => smtp.received,
    );
    ends.push(() => newcomer.close());
    const house: House = { machines, newcomer, failed, print };
    const goThrough = typist(house, valuesOf(version, smtp.port), () => {
      for (const name of [archive, `${archive}.sha256`])
        copyFileSync(join(folder, 'package', name), join(home, name));
    });
    const before = happenings(house, () => packNext(folder, version, home));
    before['4'] = async () => {
      packNode(home);
      if (count === 2) for (const block of readMorePage('Two machines')) await goThrough(block);
    };
    const began = Date.now();
    let chapter = '';
    for (const block of readPage()) {
      const number = /^\d+/.exec(block.heading)?.[0] ?? '';
      if (number !== chapter) {
        print(`${minutesSince(began)} min: ${block.heading}`);
        await before[number]?.();
      }
      delete before[number];
      chapter = number;
      if (number === '7') await newcomer.during('update', true, () => goThrough(block));
      else await goThrough(block);
    }
    for (const number of Object.keys(before)) failed.push(`the page has no chapter ${number}`);
    await newcomer.lookAfterRestore();
    if (count === 2) await archiveDatabase(house, goThrough);
    await cutPower(house, [...new Set([machines.db, machines.app])]);
    print(`${minutesSince(began)} min: end, ${newcomer.acknowledged} writes acknowledged`);
    return {
      failed: [...failed, ...newcomer.failed],
      lost: newcomer.lost,
      doubled: newcomer.doubled,
      steps: newcomer.steps,
    };
  } catch (error) {
    failed.push((error as Error).message);
    return { failed, lost: 0, doubled: 0, steps: [] };
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

const minutesSince = (began: number): string => ((Date.now() - began) / 60_000).toFixed(1);

interface House {
  machines: Record<keyof typeof ADDRESSES, BareMachine>;
  newcomer: Newcomer;
  failed: string[];
  print: (line: string) => void;
}

/** Values of the page's variables in capitals. */
const valuesOf = (version: string, smtpPort: number): Record<string, string> => ({
  NAME: SITE,
  DB: ADDRESSES.db,
  APP: ADDRESSES.app,
  DB_PASSWORD: 'Gp7mT2vXq9LrK4sZ',
  SMTP: `smtp://${OUTSIDE}:${smtpPort}`,
  OPERATOR,
  VERSION: version,
  NEXT: `${version}-next`,
});

/** Events before each chapter. */
const happenings = (
  { machines, newcomer, failed }: House,
  pack: () => void,
): Record<string, () => Promise<void>> => ({
  '5': () => newcomer.signUp(OPERATOR),
  '6': () => newcomer.fillTheHouse(),
  '7': async () => {
    pack();
    await newcomer.beginLoad();
    await newcomer.during('blue killed', false, async () => {
      await machines.app.type('systemctl kill --signal SIGKILL madang@blue');
      await waitRestarted(machines.app);
    });
  },
  '8': async () => {
    await newcomer.endLoad();
    const told = await machines.app.type('readlink /proc/$(systemctl show -P MainPID madang@blue)/cwd');
    if (!told.includes('-next')) failed.push('the update left the old version running');
    await newcomer.spoil();
  },
});

/** Returns a function that runs a block on its machines and substitutes results of the outside world. */
function typist(house: House, values: Record<string, string>, copyArchive: () => void) {
  const { machines, newcomer, failed, print } = house;
  const type = async ({ machine }: Block, command: string) => {
    if (command.startsWith('CODE=')) values['CODE'] = await newcomer.readTestCode(OPERATOR);
    const line = putValue(command, values);
    const targets = machine === 'both' ? [machines.db, machines.app] : [machines[machine as 'db' | 'app']];
    for (const target of new Set(targets)) {
      const examines = line.startsWith('operator doctor');
      const told = await target.type(line, examines);
      if (examines)
        for (const [found] of told.matchAll(/^(?:warn|fail).*$/gm))
          if (!OF_THE_WORLD.test(found)) failed.push(`${line}: ${found}`);
    }
  };
  return async (block: Block): Promise<void> => {
    for (const command of block.commands) {
      if (!block.outside) await type(block, command);
      else {
        copyArchive();
        print(`${block.machine} [replaced] ${command}`);
      }
    }
  };
}

/** Archives the WAL by the page, then makes and tests a backup. */
async function archiveDatabase(
  { machines, newcomer, print }: House,
  goThrough: (block: Block) => Promise<void>,
): Promise<void> {
  print('the log is archived, and the units of both machines make and try a backup');
  cpSync(join(root, 'deploy'), join(machines.db.root, 'root/deploy'), { recursive: true });
  for (const block of readMorePage('The archive')) await goThrough(block);
  await newcomer.waitUntilServed();
  for (const unit of ['madang-backup', 'madang-backup-verify'])
    await machines.app.type(`systemctl start ${unit}`);
  await newcomer.lookAfterRestore();
}

async function cutPower({ newcomer, print }: House, machines: readonly BareMachine[]): Promise<void> {
  print('every machine loses its power and comes back');
  await newcomer.beginLoad();
  await newcomer.during('power cut', false, async () => {
    for (const machine of machines) await machine.cut();
    for (const machine of machines) await machine.boot();
    await newcomer.waitUntilServed();
  });
  await newcomer.endLoad();
  await newcomer.lookAfterRestore();
}

/** Waits until systemd has noticed the death of blue and started it again. */
async function waitRestarted(machine: BareMachine): Promise<void> {
  await machine.type(
    'for try in $(seq 300); do [ "$(systemctl show -P NRestarts madang@blue)" -gt 0 ] && systemctl is-active --quiet madang@blue && break; sleep 0.2; done; journalctl -u madang@blue -n 20; systemctl is-active madang@blue',
  );
}

/** The only address that is not a machine's: source of packages, and source and target of mails. */
const OUTSIDE = '10.46.7.1';

/** Boots machines with only Debian 12 and systemd in their own network; `ends` removes them, the last first. */
async function switchOn<Name extends string>(
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
