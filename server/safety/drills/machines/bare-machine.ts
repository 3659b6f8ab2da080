import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const BASE = 'bookworm-base.tar';
const BRIDGE = 'madang0';
/** A hybrid machine has two trees of control groups, a newer one has one. */
const CONTROL_GROUPS = ['/sys/fs/cgroup/systemd', '/sys/fs/cgroup/unified', '/sys/fs/cgroup'];
/** install.sh is one command. */
const COMMAND_WITHIN = 900_000;
/** Printed lines of a failed command: enough for all lines of `operator doctor`. */
const LINES_TOLD = 30;
const BOOT_WITHIN = 60_000;

const run = (command: string, ...parameters: string[]): string =>
  execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const quietly = (command: string, ...parameters: string[]): void => {
  try {
    run(command, ...parameters);
  } catch {
    // It was not there.
  }
};

/** Creates a bridge that is used only here; returns a function that deletes it. */
export function layBridge(address: string): () => void {
  const remove = () => quietly('ip', 'link', 'delete', BRIDGE);
  remove();
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'address', 'add', `${address}/24`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
  return remove;
}

/** Makes an archive of Debian's smallest system with systemd, once. The proxy may run in this process. */
export async function prepareBase(cache: string, proxy?: string): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const archive = join(cache, BASE);
  if (existsSync(archive)) return archive;
  const folder = join(cache, 'base');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await promisify(execFile)(
    'debootstrap',
    [
      '--variant=minbase',
      '--include=systemd,systemd-sysv,dbus',
      'bookworm',
      folder,
      'http://deb.debian.org/debian',
    ],
    { env: { ...process.env, ...(proxy ? { http_proxy: proxy } : {}) }, maxBuffer: Infinity },
  );
  run('tar', '-cf', `${archive}.new`, '-C', folder, '.');
  renameSync(`${archive}.new`, archive);
  rmSync(folder, { recursive: true });
  return archive;
}

/** A machine with only Debian: its own files, network, processes and systemd, and one open root shell. */
export class BareMachine {
  /** Its root folder on the host. */
  readonly root: string;
  readonly #name: string;
  readonly #address: string;
  #machine: ChildProcess | undefined;
  #shell: ChildProcess | undefined;
  readonly #print: (line: string) => void;
  #told = '';

  constructor(folder: string, name: string, address: string, print: (line: string) => void) {
    this.root = join(folder, name);
    this.#print = print;
    this.#name = name;
    this.#address = address;
  }

  /** Installs its files and boots it. */
  async install(base: string, proxy: string): Promise<void> {
    mkdirSync(this.root);
    run('tar', '-xf', base, '-C', this.root);
    writeFileSync(join(this.root, 'etc/apt/apt.conf.d/01proxy'), `Acquire::http::Proxy "${proxy}";\n`);
    // Skips fsync: the drill's files need not survive a power failure of the host.
    writeFileSync(join(this.root, 'etc/dpkg/dpkg.cfg.d/drill'), 'force-unsafe-io\n');
    writeFileSync(join(this.root, 'etc/hostname'), `${this.#name}\n`);
    writeFileSync(join(this.root, 'etc/hosts'), `127.0.0.1 localhost\n127.0.1.1 ${this.#name}\n`);
    const space = this.#space;
    this.#removeNetwork();
    run('ip', 'netns', 'add', space);
    run('ip', 'link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    run('ip', 'link', 'set', space, 'master', BRIDGE, 'up');
    run('ip', '-n', space, 'address', 'add', `${this.#address}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) run('ip', '-n', space, 'link', 'set', device, 'up');
    await this.boot();
  }

  /** Boots it and waits until systemd has started its units. */
  async boot(): Promise<void> {
    const groups = this.#groups;
    for (const group of groups) mkdirSync(group, { recursive: true });
    const enter = groups.map((group) => `echo $$ > ${group}/cgroup.procs; `).join('');
    const words = `--quiet --boot --register=no --keep-unit --resolv-conf=off --console=pipe`.split(' ');
    this.#machine = spawn(
      'sh',
      [
        '-c',
        `${enter}exec systemd-nspawn "$@"`,
        'sh',
        ...words,
        `--directory=${this.root}`,
        `--machine=madang-${this.#name}`,
        `--network-namespace-path=/run/netns/${this.#space}`,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const end = Date.now() + BOOT_WITHIN;
    for (;;) {
      try {
        const state = run('nsenter', ...this.#inside, 'systemctl', 'is-system-running');
        if (state.trim() === 'running') break;
      } catch {
        // Not there yet, or still starting.
      }
      if (Date.now() > end) throw new Error(`${this.#name} does not come up`);
      await sleep(200);
    }
    this.#shell = spawn('nsenter', [...this.#inside, 'bash'], { stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#shell.stdout, this.#shell.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#told += chunk.toString()));
  }

  /**
   * Runs a command in the root shell and prints its result; returns its output.
   * Throws its last lines after a failure, except for a command that `mayFail`: its exit code is a finding.
   */
  async type(command: string, mayFail = false): Promise<string> {
    const began = Date.now();
    const { code, told } = await this.#run(command);
    this.#print(`${this.#name} [${code}, ${Date.now() - began} ms] ${command.replaceAll('\n', '\n    ')}`);
    if (code === 0 || (mayFail && code === 1)) return told;
    const journal = command.startsWith('systemctl ')
      ? await this.#run('journalctl --no-pager -n 20')
      : undefined;
    const said = `${told}${journal?.told ?? ''}`.trim().split('\n').slice(-LINES_TOLD).join(' | ');
    throw new Error(`${this.#name}: ${command.split('\n')[0]} ended with ${code}: ${said}`);
  }

  /** Kills every process at once. The kernel's cache survives, so this does not prove that files are synced. */
  async cut(): Promise<void> {
    const leader = this.#leader;
    if (leader !== undefined) process.kill(leader, 'SIGKILL');
    this.#shell?.kill('SIGKILL');
    const end = Date.now() + 10_000;
    while (this.#machine && this.#machine.exitCode === null && this.#machine.signalCode === null) {
      if (Date.now() > end) this.#machine.kill('SIGKILL');
      await sleep(50);
    }
  }

  /** Stops it and removes everything except its files. */
  async remove(): Promise<void> {
    await this.cut();
    this.#removeNetwork();
    for (const group of this.#groups)
      for (const path of run('find', group, '-depth', '-type', 'd').trim().split('\n'))
        try {
          rmdirSync(path);
        } catch {
          // The last process is just leaving; an empty group costs nothing.
        }
  }

  async #run(command: string): Promise<{ code: number; told: string }> {
    this.#told = '';
    const mark = `ended-${Date.now()}-`;
    this.#shell?.stdin?.write(`{ ${command}\n} < /dev/null\nprintf '${mark}%s\\n' $?\n`);
    const ended = new RegExp(`${mark}(\\d+)\\n`);
    const end = Date.now() + COMMAND_WITHIN;
    for (;;) {
      const [whole, code] = ended.exec(this.#told) ?? [];
      if (whole) return { code: Number(code), told: this.#told.replace(whole, '') };
      if (Date.now() > end) throw new Error(`${this.#name}: no end of ${command}: ${this.#told}`);
      await sleep(20);
    }
  }

  get #space(): string {
    return `madang-${this.#name}`;
  }

  get #groups(): string[] {
    return CONTROL_GROUPS.filter((tree) => existsSync(join(tree, 'cgroup.procs'))).map((tree) =>
      join(tree, this.#space),
    );
  }

  /** The process that is number 1 inside. */
  get #leader(): number | undefined {
    const { pid } = this.#machine ?? {};
    if (pid === undefined || this.#machine?.exitCode !== null) return undefined;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === '' ? undefined : Number(children.split(' ')[0]);
  }

  get #inside(): string[] {
    const leader = this.#leader;
    if (leader === undefined) throw new Error(`${this.#name} is not on`);
    const clean =
      'env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    return `--target ${leader} --all --root --wd -- ${clean}`.split(' ');
  }

  #removeNetwork(): void {
    quietly('ip', 'link', 'delete', this.#space);
    quietly('ip', 'netns', 'delete', this.#space);
  }
}
