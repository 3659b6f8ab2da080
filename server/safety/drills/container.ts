import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { makePostBody } from '../../testing/makers.ts';
import { ApiClient } from '../../testing/outside/api-client.ts';
import { findFreePort, startCluster } from '../../testing/postgres-cluster.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { CACHE, packVersion } from './machines/archives.ts';
import { prepareBase } from './machines/bare-machine.ts';
import type { PartReport } from './part-report.ts';
import { readPicture, signUp, upload } from './students.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const ORIGIN = 'https://madang.example.ac.kr';
const UNIFIED = '/sys/fs/cgroup/unified';
const NAME = 'madang-drill';
const IMAGE = 'localhost/madang:drill';
const STOP_WITHIN = 10_000;
const READY_WITHIN = 60_000;
/** What compose.yaml says about how the app is run; names of networks, volumes and files are the drill's own. */
const KEPT_FLAGS = ['--security-opt', '--cap-drop', '--tmpfs', '-u', '--stop-signal'];

/**
 * The image of deploy/container, built from the package, and run as compose.yaml says: a user without rights, nothing to write to but
 * the volume. PostgreSQL is beside it, because no registry's image of it is at hand.
 */
export async function runContainer(folder: string, print: (line: string) => void): Promise<PartReport> {
  const failed: string[] = [];
  const steps: PartReport['steps'][number][] = [];
  let lost = 0;
  const cluster = await startCluster();
  const smtp = await startSmtp();
  const podman = new Podman(folder);
  try {
    await cluster.createDatabase('madang');
    const archive = packVersion(folder);
    const context = join(folder, 'package');
    podman.makeBase(await prepareBase(CACHE));
    const file = join(root, 'deploy/container/Containerfile');
    const build = () =>
      podman
        .run('buildah', 'bud', '--quiet', '--isolation', 'chroot', '--format', 'docker', '--timestamp', '0')
        .with('--build-arg', `BASE=${BASE_IMAGE}`, '--build-arg', `VERSION=${archive.replace('.tar.gz', '')}`)
        .with('--no-cache', '-f', file, '-t', IMAGE, context);
    const layers = () => {
      build().text();
      return podman.run('podman', 'inspect', '--format', '{{.RootFS.Layers}}', IMAGE).text();
    };
    const [first, second] = [layers(), layers()];
    print(`built, layers ${first}`);
    // Only the layers: each build gives itself a name that stands in the settings.
    if (first !== second) failed.push(`a second build of the same archive has other layers: ${second}`);

    const port = await findFreePort();
    const settings = join(folder, 'app.env');
    writeFileSync(
      settings,
      [
        'EDITION=official',
        `ORIGIN=${ORIGIN}`,
        `DATABASE_URL=${cluster.urlOf('madang')}`,
        `SMTP_URL=smtp://127.0.0.1:${smtp.port}`,
        `PORT=${port}`,
        '',
      ].join('\n'),
      { mode: 0o600 },
    );
    const flags = readComposeFlags(folder, podman);
    print(`flags of compose.yaml: ${flags.join(' ')}`);
    podman
      .run('podman', 'run', '--detach', '--name', NAME, ...flags)
      .with('--env-file', settings, '--network', 'host', '--volume', 'pictures:/var/lib/madang')
      // This machine may not raise limits, and has no systemd to ask for health again and again.
      .with('--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024', IMAGE)
      .text();
    await podman.waitUntilReady();
    const client = new ApiClient(`http://127.0.0.1:${port}`, ORIGIN);
    await signUp(client, { email: 'first@korea.ac.kr', nickname: '안암호랑이' }, () => smtp.received);
    const body = makePostBody({ pictures: [{ uploadId: await upload(client), description: '' }] });
    const path = { buildingId: 'main-hall' };
    await client.ask('POST /api/buildings/{buildingId}/posts', { path, body });
    const picture = await readPicture(client, body.id);
    print(`a student signed up and wrote a post with a picture of ${picture.length} bytes`);

    const status = podman.run('podman', 'exec', NAME, 'cat', '/proc/1/status').text();
    for (const line of [
      'Uid:\t10001',
      'Gid:\t10001',
      'CapEff:\t0000000000000000',
      'CapBnd:\t0000000000000000',
      'NoNewPrivs:\t1',
    ])
      if (!status.includes(line)) failed.push(`the process is not bounded: ${line} is missing`);
    for (const place of ['/srv/madang/server/dist/x', '/x', '/etc/x', '/usr/local/bin/x'])
      if (podman.run('podman', 'exec', NAME, 'touch', place).code() === 0)
        failed.push(`${place} can be written`);
    // Podman itself puts its places for volumes and addresses there.
    const changed = podman
      .run('podman', 'diff', NAME)
      .text()
      .split('\n')
      .filter((line) => /madang|srv|usr|home|root|opt/.test(line));
    failed.push(...changed.map((line) => `changed outside the volume: ${line}`));

    // Nobody would greet it if this process only waited: the mail server is in it.
    const doctor = await podman
      .run('podman', 'exec', NAME, 'node', 'server/bin/operator.mjs', 'doctor')
      .told();
    for (const [found] of doctor.matchAll(/^(?:warn|fail).*$/gm)) failed.push(`doctor: ${found}`);
    if (!/^ok +mail/m.test(doctor)) failed.push('doctor did not run');
    podman
      .run('podman', 'exec', NAME, 'node', 'server/bin/operator.mjs', 'backup', '/var/lib/madang/x.tar.gz')
      .text();

    const acknowledged: string[] = [];
    for (const end of ['KILL', 'TERM'] as const) {
      const id = uuidv7();
      await client.ask('POST /api/posts/{id}/replies', {
        path: { id: body.id },
        body: { id, body: `${end} 앞에` },
      });
      acknowledged.push(id);
      const began = Date.now();
      if (end === 'KILL') podman.run('podman', 'kill', '--signal', 'KILL', NAME).text();
      else podman.run('podman', 'stop', '--time', '15', NAME).text();
      const took = Date.now() - began;
      podman.run('podman', 'wait', NAME).text();
      const exit = podman.run('podman', 'inspect', '--format', '{{.State.ExitCode}}', NAME).text();
      print(`${end}: exit code ${exit} after ${took} ms`);
      if (exit !== (end === 'KILL' ? '137' : '0')) failed.push(`${end} ended with ${exit}`);
      if (took > STOP_WITHIN) failed.push(`${end} took ${took} ms`);
      podman.run('podman', 'start', NAME).text();
      await podman.waitUntilReady();
      steps.push({ name: end, longestOutage: Date.now() - began });
      const { replies } = await client.ask('GET /api/posts/{id}/replies', {
        path: { id: body.id },
        query: { after: 0 },
      });
      lost += acknowledged.filter((reply) => !replies.some((found) => found.id === reply)).length;
      if (!(await readPicture(client, body.id)).equals(picture)) failed.push(`another picture after ${end}`);
    }
  } catch (error) {
    failed.push((error as Error).message);
  } finally {
    podman.remove();
    await smtp.close();
    await cluster.stop();
  }
  return { failed, lost, doubled: 0, steps };
}

/** True where images can be built and run: by root, with what does it. */
export function findContainerTools(): boolean {
  return (
    process.getuid?.() === 0 &&
    ['podman', 'podman-compose', 'buildah', 'crun'].every((name) => existsSync(join('/usr/bin', name))) &&
    existsSync('/usr/sbin/debootstrap')
  );
}

/** What podman-compose would run for the app, of which the bounds are kept. */
function readComposeFlags(folder: string, podman: Podman): string[] {
  const place = join(folder, 'compose');
  mkdirSync(place);
  copyFileSync(join(root, 'deploy/container/compose.yaml'), join(place, 'compose.yaml'));
  for (const name of ['app.env', 'db.env']) writeFileSync(join(place, name), '');
  const told = podman.compose(place);
  const words = /^podman run --name=\S*_app_1.*$/m.exec(told)?.[0].split(/\s+/) ?? [];
  if (words.length === 0) throw new Error(`podman-compose runs no app: ${told}`);
  return words.flatMap((word, index) =>
    word === '--read-only' ? [word] : KEPT_FLAGS.includes(word) ? [word, words[index + 1] ?? ''] : [],
  );
}

const BASE_IMAGE = 'localhost/node:drill';

/** podman and buildah with images and containers in a folder of their own. */
class Podman {
  readonly #storage: readonly string[];
  readonly #folder: string;
  /** crun refuses a machine with both trees of control groups; it sees one alone. */
  readonly #space: ChildProcess;

  constructor(folder: string) {
    this.#folder = folder;
    this.#storage = [
      '--root',
      join(folder, 'images'),
      '--runroot',
      join(folder, 'running'),
      '--storage-driver',
      'overlay',
    ];
    this.#space = spawn(
      'unshare',
      [
        '--mount',
        'sh',
        '-c',
        `if mountpoint -q ${UNIFIED}; then umount ${UNIFIED}; fi; echo there; exec sleep 3600`,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    execFileSync('sleep', ['0.5']);
  }

  run(program: 'podman' | 'buildah', ...words: string[]) {
    const all = [program, ...this.#storage, ...words];
    const call = (parameters: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        'nsenter',
        ['--target', String(this.#space.pid), '--mount', '--', ...parameters],
        { encoding: 'utf8' },
      );
      if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stdout}${stderr}`);
      return stdout.trim();
    };
    const made = {
      with: (...more: string[]) => (all.push(...more), made),
      text: () => call(all),
      /** What it says, however it ends, while this process goes on. */
      told: () =>
        new Promise<string>((resolve) => {
          execFile(
            'nsenter',
            ['--target', String(this.#space.pid), '--mount', '--', ...all],
            (_, stdout, stderr) => resolve(stdout + stderr),
          );
        }),
      code: () => {
        try {
          call(all);
          return 0;
        } catch {
          return 1;
        }
      },
    };
    return made;
  }

  /** Debian and Node, which is what a registry's image of Node is. */
  makeBase(archive: string): void {
    const container = this.run('buildah', 'from', 'scratch').text();
    this.run('buildah', 'add', '--quiet', container, archive, '/').text();
    this.run('buildah', 'copy', '--quiet', container, process.execPath, '/usr/local/bin/node').text();
    this.run('buildah', 'commit', '--quiet', container, BASE_IMAGE).text();
    this.run('buildah', 'rm', container).text();
  }

  compose(folder: string): string {
    // It writes what it would run between its other lines. A stand-in for podman, so that it makes no networks and volumes.
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'podman'), '#!/bin/sh\n[ "$1" != --version ] || echo podman version 4.3.1\n', {
      mode: 0o755,
    });
    return execFileSync('podman-compose', ['-p', 'madang', '--dry-run', '-f', 'compose.yaml', 'up', '-d'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** By the image's own question. */
  async waitUntilReady(): Promise<void> {
    const end = Date.now() + READY_WITHIN;
    while (this.run('podman', 'healthcheck', 'run', NAME).code() !== 0) {
      if (Date.now() > end) throw new Error(`not ready: ${this.run('podman', 'logs', NAME).text()}`);
      await sleep(200);
    }
  }

  remove(): void {
    this.run('podman', 'rm', '--force', '--volumes', NAME).code();
    this.run('podman', 'volume', 'rm', '--force', 'pictures').code();
    this.#space.kill('SIGKILL');
    // What it mounted outlives it in no other place; the folder itself goes with the drill's.
    execFileSync('sh', [
      '-c',
      `grep -o ' ${this.#folder}[^ ]*' /proc/mounts | sort -r | xargs -r umount --lazy || true`,
    ]);
  }
}
