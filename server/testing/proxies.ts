import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProxies } from '../../scripts/system-parts.mjs';

/** nginx and HAProxy as installed by Debian, each with one worker, in front of a server under test. */
export interface Proxies {
  /** Returns HAProxy's state of each server by backend, e.g. `UP L7OK`, after the first check. */
  checks(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/**
 * Starts both with Debian's settings and waits until they listen.
 *
 * @param nginx `server` and `upstream` blocks.
 * @param haproxy `frontend` and `backend` sections.
 * @param ports their listening ports.
 */
export async function startProxies(
  nginx: string,
  haproxy: string,
  ports: readonly number[],
): Promise<Proxies> {
  const found = findProxies();
  if (!found) throw new Error('nginx or haproxy is missing');
  const folder = await mkdtemp(join(tmpdir(), 'madang-proxies-'));
  // nginx started by root runs its workers as another user.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'nginx.conf'), await nginxSettings(folder, nginx));
  await writeFile(join(folder, 'haproxy.cfg'), await haproxySettings(folder, haproxy));
  const run = (program: string, parameters: string[]) => spawn(program, parameters, { stdio: 'pipe' });
  const children = [
    run(found.nginx, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']),
    run(found.haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')]),
  ];
  const close = async () => {
    for (const child of children) await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const port of ports) await listening(port, children);
  } catch (error) {
    await close();
    throw error;
  }
  return { checks: () => readChecks(join(folder, 'haproxy.sock')), close };
}

/** Returns Debian's nginx.conf with these servers only, writing into one folder. */
export async function nginxSettings(folder: string, servers: string): Promise<string> {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return (await readFile('/etc/nginx/nginx.conf', 'utf8'))
    .replace(/^pid .*/m, `pid ${folder}/nginx.pid;`)
    .replace(/^worker_processes .*/m, 'worker_processes 1;')
    .replace(/error_log .*/, `error_log ${folder}/error.log;`)
    .replace(/access_log .*/, 'access_log off;')
    .replace(/^.*modules-enabled.*$/m, '')
    .replace(/^.*conf\.d.*$/m, paths.join('\n'))
    .replace(/^.*sites-enabled.*$/m, () => servers);
}

async function haproxySettings(folder: string, sections: string): Promise<string> {
  const debian = await readFile('/etc/haproxy/haproxy.cfg', 'utf8');
  // The interval of two seconds is for production.
  const defaults = debian.slice(debian.indexOf('\ndefaults'));
  return `global\n  stats socket ${folder}/haproxy.sock\n${defaults}\n${sections.replaceAll(/ check$/gm, ' check inter 100')}\n`;
}

/** Waits until a process listens on the port. */
export async function listening(port: number, children: readonly ChildProcess[]): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    if (children.some(({ exitCode }) => exitCode !== null)) break;
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on ${port}`);
}

/** Returns status and last check of each server from `show stat`. */
async function readChecks(path: string): Promise<Record<string, string>> {
  const socket = connect(path);
  socket.end('show stat\n');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  const [head = '', ...lines] = text.replace(/^# /, '').trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => {
    const values = line.split(',');
    return (name: string) => values[names.indexOf(name)] ?? '';
  });
  return Object.fromEntries(
    rows
      .filter((row) => row('check_status') !== '')
      .map((row) => [row('pxname'), `${row('status')} ${row('check_status')}`]),
  );
}

/** Stops a child process. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
