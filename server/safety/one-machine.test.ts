import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/config.ts';

// Both installations of one machine, without Docker and without a machine: deploy/compose.yaml and deploy/install.sh.

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');

interface Service {
  image: string;
  user?: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  volumes: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  [setting: string]: unknown;
}
interface Compose {
  services: Record<'caddy' | 'app' | 'db' | 'backup' | 'copy', Service>;
  volumes: Record<string, null>;
}

const FIVE = {
  DOMAIN: 'madang.hanbit.ac.kr',
  SMTP_URL: 'smtps://account@mail.hanbit.ac.kr',
  OPERATOR: 'you@hanbit.ac.kr',
  CAMPUS: '/srv/madang/hanbit',
  TIME_ZONE: 'Asia/Tokyo',
};
const OPTIONAL = { MAIL_FROM: '마당 <no-reply@hanbit.ac.kr>', EDITION: 'beta' };

/** Returns a text with Compose's `${NAME:-default}` and `${NAME:?}` replaced; the innermost first. */
function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  const next = text.replaceAll(/(?<!\$)\$\{(\w+)(?::([-?])([^${}]*))?\}/g, (_, name: string, kind, rest) => {
    const value = values[name] ?? '';
    if (kind === '?' && value === '') throw new Error(`${name} is missing`);
    return value === '' && kind === '-' ? String(rest) : value;
  });
  return next === text ? text : interpolate(next, values);
}

const readCompose = (values: Readonly<Record<string, string>>) =>
  parse(
    read('compose.yaml'),
    (_, value: unknown) => (typeof value === 'string' ? interpolate(value, values) : value),
    { merge: true },
  ) as Compose;

/** Returns the variables of a file with `NAME='value'` lines. */
const readVariables = (text: string) =>
  Object.fromEntries([...text.matchAll(/^([A-Z_]+)='(.*)'$/gm)].map(([, name, value]) => [name, value]));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function printInstall(values: Readonly<Record<string, string>>) {
  const file = join(folder, '.env');
  const lines = Object.entries(values).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(file, lines.join(''));
  const { status, stdout, stderr } = spawnSync('bash', [join(deploy, 'install.sh'), '--print', file], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Returns the variables that a unit or an image sets. */
const fixedVariables = (text: string, pattern: RegExp) =>
  Object.fromEntries((pattern.exec(text)?.[1] ?? '').split(' ').map((pair) => pair.split('=')));

describe('compose.yaml and install.sh', () => {
  test.each([
    ['five values', FIVE],
    ['also the optional ones', { ...FIVE, ...OPTIONAL }],
  ])('%s: produce the same settings of the server', (_, values) => {
    const composed = readCompose(values).services.app.environment ?? {};
    const { COPY_TO: copyTo, ...installed } = readVariables(printInstall(values).stdout);
    expect(copyTo).toBe('');
    // The folder of the campus is mounted in the container.
    expect(installed['CAMPUS']).toBe(FIVE.CAMPUS);
    expect(readCompose(values).services.app.volumes).toContain(`${FIVE.CAMPUS}:${composed['CAMPUS']}:ro`);
    expect({ ...installed, CAMPUS: composed['CAMPUS'] }).toEqual(composed);
    expect(composed).toMatchObject({ ORIGIN: `https://${FIVE.DOMAIN}`, TZ: FIVE.TIME_ZONE });
  });

  test('image and unit set the same other variables, and the server accepts them all', () => {
    const image = fixedVariables(read('Containerfile'), /^ENV (.*)$/m);
    const unit = fixedVariables(read('systemd/madang@.service'), /^Environment=(.*)$/m);
    expect(image).toEqual({ ...unit, SOCKET: '/run/madang/app.sock' });
    const config = readConfig({ ...image, ...readCompose(FIVE).services.app.environment });
    expect(config).toMatchObject({ production: true, edition: 'official', passkeys: true, mailFrom: null });
  });

  test('both serve the domain, with a certificate for the operator or of their own', () => {
    const { caddy } = readCompose(FIVE).services;
    expect(caddy.environment).toEqual({
      DOMAIN: FIVE.DOMAIN,
      TLS: FIVE.OPERATOR,
      SERVER: 'unix//run/madang/app.sock',
    });
    const used = [...read('Caddyfile').matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(caddy.environment ?? {})));
    expect(printInstall(FIVE).stdout).toContain(`by Let's Encrypt for ${FIVE.OPERATOR}`);
    const internal = { ...FIVE, TLS: 'internal' };
    expect(readCompose(internal).services.caddy.environment?.['TLS']).toBe('internal');
    expect(printInstall(internal).stdout).not.toMatch(/Encrypt|certbot/);
  });

  test('other variables of the server pass through both', () => {
    const values = { ...FIVE, LOG_LEVEL: 'debug', TLS: 'internal', MADANG_IMAGE: 'image', WORKER: 'off' };
    const printed = readVariables(printInstall(values).stdout);
    expect(printed).toMatchObject({ LOG_LEVEL: 'debug', WORKER: 'off' });
    for (const name of ['DOMAIN', 'OPERATOR', 'TIME_ZONE', 'TLS', 'MADANG_IMAGE'])
      expect(printed).not.toHaveProperty(name);
    const { app, backup } = readCompose(FIVE).services;
    for (const service of [app, backup]) expect(service).toHaveProperty('env_file', '.env');
  });

  test('a missing value stops both', () => {
    for (const name of Object.keys(FIVE)) {
      const values = { ...FIVE, [name]: '' };
      expect(() => readCompose(values)).toThrow(`${name} is missing`);
      const { status, stderr } = printInstall(values);
      expect([status, stderr]).toEqual([1, expect.stringContaining(`${name} is missing`) as string]);
    }
  });

  test('the example names exactly these values, and the optional ones that a file uses', () => {
    const example = read('.env.example');
    expect(Object.keys(readVariables(example))).toEqual(Object.keys(FIVE));
    const optional = [...example.matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);
    for (const name of optional.filter((known) => known !== 'COMPOSE_PROFILES'))
      expect(read('compose.yaml') + read('install.sh')).toMatch(new RegExp(`\\b${name}\\b`));
    expect(printInstall(readVariables(example) as Record<string, string>).status).toBe(0);
  });
});

describe('install.sh', () => {
  test('refuses values that the settings file, Caddy or systemd would read differently', () => {
    for (const [name, value] of [
      ['DOMAIN', 'a.example {'],
      ['OPERATOR', 'you'],
      ['TIME_ZONE', '../etc passwd'],
      ['CAMPUS', 'campus'],
      ['SMTP_URL', "smtp://it's@a.example"],
      ['SMTP_URL', 'smtps://account:gLk@40@mail.hanbit.ac.kr'],
      ['SMTP_URL', 'smtps://account:gLk#40@mail.hanbit.ac.kr'],
    ] as const) {
      const { status, stdout, stderr } = printInstall({ ...FIVE, [name]: value });
      expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(`${name}: `) as string]);
    }
  });

  test('prints its steps and no password', () => {
    const { stdout } = printInstall({
      ...FIVE,
      SMTP_URL: 'smtps://account:gLk40@mail.hanbit.ac.kr',
      DATABASE_URL: 'postgres://madang:gLk40@gLk40@db.hanbit.ac.kr/madang',
    });
    expect(stdout).toContain('ports 80 and 443');
    expect(stdout).toContain('smtps://account:PASSWORD@mail.hanbit.ac.kr');
    expect(stdout).not.toContain('gLk40');
  });

  test('copies only files of the package, and writes secrets with mode 600', () => {
    const script = read('install.sh');
    const files = [...script.matchAll(/\$package\/(deploy\/[\w./-]+\w)/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) expect([path, existsSync(join(deploy, '..', path))]).toEqual([path, true]);
    expect(script).toMatch(/chmod 600 "\$new_settings"\nmv "\$new_settings" \/etc\/madang\/madang\.env\n/);
    expect(script).toContain('chmod 600 "$env_file"');
  });

  test('certificates are requested where nginx answers for them, and stored where it reads them', () => {
    const script = read('install.sh');
    const nginx = read('nginx.conf');
    const [, webroot = 'none'] = /acme-challenge\/ \{\n +root (\S+);/.exec(nginx) ?? [];
    expect(script).toContain(`certbot certonly --webroot -w ${webroot} `);
    expect(script).toContain(`mkdir -p ${webroot}\n`);
    const [, folderOf = 'none'] = /^certificate=(.*)$/m.exec(script) ?? [];
    for (const [setting, file, own] of [
      ['ssl_certificate', 'fullchain.pem', 'fullchain.pem'],
      ['ssl_certificate_key', 'privkey.pem', 'key.pem'],
    ]) {
      expect(nginx).toContain(`${setting} ${folderOf}/${own};`);
      expect(script).toContain(`/live/$DOMAIN/${file}" $certificate/${own}\n`);
    }
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = readCompose({ ...FIVE, COPY_TO: 'remote:madang' });

  test('containers have no rights, and write only to volumes and memory', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges'],
          restart: 'always',
          user: expect.stringMatching(/^\d+:[1-9]\d+$/) as string,
        }) as Service,
      ]);
      for (const volume of service.volumes) {
        const [source = ''] = volume.split(':');
        if (!/^[./]/.test(source)) expect(Object.keys(volumes)).toContain(source);
        else expect(volume).toMatch(/:ro$/);
      }
    }
    expect(services.caddy['cap_add']).toEqual(['NET_BIND_SERVICE']);
    expect(read('compose.yaml')).not.toMatch(/privileged:|docker\.sock|network_mode: host/);
  });

  test('only Caddy publishes ports; the database has no network, and shares its socket', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['caddy', ['80:80', '443:443', '443:443/udp']],
    ]);
    expect(services.db).toMatchObject({
      network_mode: 'none',
      image: expect.stringContaining('postgres:17'),
    });
    expect(services.db.volumes).toContain('database-socket:/var/run/postgresql');
    for (const name of ['app', 'backup'] as const)
      expect(services[name].volumes).toContain('database-socket:/run/postgresql');
    expect(services.copy.volumes).not.toContain('database-socket:/run/postgresql');
  });

  test('starts in order, each when the one before is ready', () => {
    expect(services.app.depends_on).toEqual({ db: { condition: 'service_healthy' } });
    for (const name of ['caddy', 'backup'] as const)
      expect(services[name].depends_on).toEqual({ app: { condition: 'service_healthy' } });
    for (const name of ['app', 'db'] as const) expect(services[name]).toHaveProperty('healthcheck.test');
  });

  test('the image is built from the repository and runs as the user of its folders', () => {
    const image = read('Containerfile');
    const { build, user } = services.app;
    expect(existsSync(join(deploy, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
    expect(image).toContain(`\nUSER ${user}\n`);
    expect(image).toContain(`-o 10001 -g 10001 /var/lib/madang /var/backups/madang`);
    expect(image).toMatch(/^STOPSIGNAL SIGTERM$/m);
    // A single string would run in a shell, which would not forward the signal.
    expect(image).toMatch(/^CMD \["node", "server\/dist\/main\.js"\]$/m);
    const ignored = readFileSync(join(deploy, '..', '.dockerignore'), 'utf8').split('\n');
    for (const secret of ['deploy/.env', 'deploy/rclone.conf']) expect(ignored).toContain(secret);
  });
});

describe('backup service of compose.yaml', () => {
  /** Runs the loop for one turn at an hour with stubs; returns the calls of `operator` and the files that are left. */
  function turn(hour: string, files: Readonly<Record<string, number>>): { calls: string[]; left: string[] } {
    const script = (readCompose(FIVE).services.backup.command?.[2] ?? '').replaceAll('$$', '$');
    const backups = join(folder, 'backups');
    const stubs = [
      `sleep() { [ -e ${folder}/slept ] && return 1; touch ${folder}/slept; }`,
      `operator() { echo "$*" >> ${folder}/calls; }`,
      `date() { case $1 in +%H) echo ${hour} ;; +%s) echo 1 ;; *) echo 2026-11-28-040500 ;; esac; }`,
    ];
    const made = Object.entries(files).map(([name, age]) => `touch -d '${age} hours ago' '${name}'`);
    const prepare = [`mkdir -p ${backups}`, `cd ${backups}`, ...made];
    const whole = [...stubs, ...prepare, script.replaceAll('/var/backups/madang', backups)].join('\n');
    const { status, stderr } = spawnSync('sh', ['-c', whole], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    const list = spawnSync('ls', [backups], { encoding: 'utf8' }).stdout.trim();
    return { calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n'), left: list.split('\n') };
  }
  const ledger = 'withdrawals export withdrawals.jsonl';
  const backup = ['backup madang-2026-11-28-040500.tar.gz', 'backup verify --folder .'];

  test('at 4 o’clock: ledger, backup and trial restore; only backups over 28 days are deleted', () => {
    const files = {
      'madang-month.tar.gz': 28 * 24 + 1,
      'madang-new.tar.gz': 24,
      'madang-old.tar.gz': 29 * 24 + 1,
      'kept.txt': 900,
    };
    expect(turn('04', files)).toEqual({
      calls: [ledger, ...backup],
      left: ['kept.txt', 'madang-month.tar.gz', 'madang-new.tar.gz'],
    });
  });

  test('at another hour: only the ledger, if the last night has its backup', () => {
    expect(turn('11', { 'madang-new.tar.gz': 7 }).calls).toEqual([ledger]);
  });

  test('after a missed night: makes the backup at the next hour', () => {
    expect(turn('11', { 'madang-new.tar.gz': 31 }).calls).toEqual([ledger, ...backup]);
  });
});
