import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putValue, readBlocks, type Block } from './drills/machines/page.ts';
import { FROM_OUTSIDE, readMomentPage, readPage } from './drills/machines/two-machines.ts';

// Checks the assumptions of `npm run drills machines` without machines, and the other pages and files about machines.

const root = join(import.meta.dirname, '../..');
const page = (...lines: string[]) => readBlocks(['## 1. Title', '```sh', ...lines, '```'].join('\n'));

describe('a page of commands', () => {
  test('is read command by command: lines that go on and here-documents are one each', () => {
    const lines = [
      '# on db',
      'first \\',
      '  --flag',
      '',
      '# why',
      "cat > f <<'END'",
      'a = 1',
      '',
      'END',
      'last',
    ];
    expect(page(...lines)).toEqual([
      {
        heading: '1. Title',
        machine: 'db',
        outside: false,
        commands: ['first \\\n  --flag', "cat > f <<'END'\na = 1\n\nEND", 'last'],
      },
    ]);
    expect(page('# on app, from outside', 'curl x')[0]).toMatchObject({ machine: 'app', outside: true });
  });

  test('is refused if a block names no machine or a command is incomplete', () => {
    expect(() => page('ls')).toThrow('does not say on which machine');
    expect(() => page('# on db', 'cat <<END', 'a')).toThrow('a command has no end');
    expect(() => page('# on db', 'ls \\')).toThrow('a command has no end');
  });

  test('languages other than sh: no commands', () => {
    expect(readBlocks('```ini\nUser=madang\n```\n')).toEqual([]);
  });

  test('replaces the values of its variables, and changes nothing more', () => {
    const values = { NAME: 'a.example', BACKUP: 'never' };
    expect(putValue('NAME=madang.example.ac.kr', values)).toBe("NAME='a.example'");
    for (const command of ['echo NAME=x', 'OTHER=1', 'BACKUP=$(ls | tail -n 1)', 'cat <<E\nNAME=x\nE'])
      expect(putValue(command, values)).toBe(command);
  });
});

test('docs/two-machines.md: names known machines; commands from outside are exactly those that the drill replaces', () => {
  const blocks = readPage();
  expect(blocks.length).toBeGreaterThan(10);
  const outside = blocks.filter((block) => block.outside).flatMap(({ commands }) => commands);
  for (const block of blocks.filter(({ outside: from }) => !from))
    expect(['both', 'db', 'app']).toContain(block.machine);
  expect(outside.length).toBeGreaterThan(2);
  for (const command of outside)
    expect([command, Object.values(FROM_OUTSIDE).filter((pattern) => pattern.test(command)).length]).toEqual([
      command,
      1,
    ]);
});

test('docs/two-machines.md: gives every variable a value on the machine that uses it, before it does', () => {
  const machinesOf = { both: ['db', 'app'], db: ['db'], app: ['app'] };
  expect(findMissing(readPage(), machinesOf)).toEqual([]);
  expect(readMomentPage().map(({ machine }) => machine)).toEqual(['db', 'app']);
  expect(findMissing(readMomentPage(), machinesOf)).toEqual([]);
});

test('docs/two-machines.md: copies only files of the package', () => {
  const commands = readPage().flatMap((block) => block.commands);
  const files = commands.flatMap((command) =>
    [...command.matchAll(/\/srv\/madang\/current\/([\w./-]+)/g)].map(([, path = '']) => path),
  );
  expect(files).toContain('deploy/operator');
  for (const path of files) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
});

test('docs/opening.ko.md: has the commands of docs/two-machines.md until the opening, explained in Korean', () => {
  const korean = readFileSync(join(root, 'docs/opening.ko.md'), 'utf8');
  const typed = (blocks: readonly Block[]) =>
    blocks.map(({ machine, outside, commands }) => ({ machine, outside, commands }));
  const upToTheOpening = readPage().filter(({ heading }) => !/^[89]\. /.test(heading));
  expect(typed(readBlocks(korean))).toEqual(typed(upToTheOpening));
  expect(upToTheOpening.flatMap(({ commands }) => commands)).toContain('operator doctor --launch');
  const chapters = korean.split(/^## /m);
  expect(chapters).toHaveLength(9);
  for (const chapter of chapters) expect(chapter).toMatch(/[가-힣]+니다\./);
});

test('certificates: requested where nginx answers for them, stored where it reads them', () => {
  const commands = readPage().flatMap((block) => block.commands);
  const nginx = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
  const [, webroot = 'none'] = /acme-challenge\/ \{\n +root (\S+);/.exec(nginx) ?? [];
  expect(commands.find((command) => command.startsWith('certbot certonly'))).toContain(`-w ${webroot} `);
  const links = commands.filter((command) => /^ln .*letsencrypt/.test(command)).join('\n');
  for (const [setting, file] of [
    ['ssl_certificate', 'fullchain.pem'],
    ['ssl_certificate_key', 'privkey.pem'],
  ] as const) {
    const [, path = 'none'] = new RegExp(`${setting} (\\S+);`).exec(nginx) ?? [];
    expect(links).toContain(`/${file}" ${path}`);
  }
});

test('docs/cluster.md: names known machines, and sets each variable on each machine before its use', () => {
  const blocks = readBlocks(readFileSync(join(root, 'docs/cluster.md'), 'utf8'));
  const nodes = ['db1', 'db2', 'db3'];
  const each = Object.fromEntries([...nodes, 'app'].map((name) => [name, [name]]));
  const machinesOf = { each: nodes, 'each and app': [...nodes, 'app'], ...each };
  expect(blocks.length).toBeGreaterThan(10);
  const typed = blocks.filter(({ outside }) => !outside);
  expect(blocks.length - typed.length).toBe(1);
  for (const { machine } of typed) expect(Object.keys(machinesOf)).toContain(machine);
  expect(findMissing(typed, machinesOf)).toEqual([]);
  const [first, ...rest] = typed;
  expect(findMissing(first ? [{ ...first, commands: [] }, ...rest] : rest, machinesOf)).not.toEqual([]);
});

/** Returns the variables used on a machine without a value. A block from outside applies to all machines. */
function findMissing(
  blocks: readonly Block[],
  machinesOf: Readonly<Record<string, readonly string[]>>,
): string[] {
  const known = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const { machine, outside, commands } of blocks)
    for (const command of commands)
      for (const name of outside ? Object.values(machinesOf).flat() : (machinesOf[machine] ?? [])) {
        const mine = known.get(name) ?? new Set<string>();
        known.set(name, mine);
        for (const [, used = ''] of command.matchAll(/\$([A-Z][A-Z_\d]*)/g))
          if (!mine.has(used)) missing.push(`${name}: ${used}`);
        for (const [, given = ''] of command.matchAll(/(?:^|\) )([A-Z][A-Z_\d]*)=/g)) mine.add(given);
      }
  return missing;
}

const compose = readFileSync(join(root, 'deploy/container/compose.yaml'), 'utf8');
const containerfile = readFileSync(join(root, 'deploy/container/Containerfile'), 'utf8');
const serviceOf = (name: string) =>
  new RegExp(`^ {2}${name}:\n((?: {4}.*\n|\n)+)`, 'm').exec(compose)?.[1] ?? '';

test('service: has no rights, and writes only to its volume and memory', () => {
  for (const name of ['app', 'db'])
    for (const setting of [
      / {4}read_only: true\n/,
      / {4}cap_drop:\n {6}- ALL\n/,
      / {4}security_opt:\n {6}- no-new-privileges\n/,
      / {4}user: '[1-9]\d+:[1-9]\d+'\n/,
      / {4}stop_grace_period: \d+s\n/,
    ])
      expect(serviceOf(name)).toMatch(setting);
  expect(compose).not.toMatch(/privileged|cap_add|\/var\/run\/docker|network_mode/);
  expect(compose.match(/ {6}- [\w-]+:\/[\w/]+/g)).toEqual([
    '      - pictures:/var/lib/madang',
    '      - database:/var/lib/postgresql/data',
  ]);
});

test('deploy/container: publishes one port, to the local proxy; only the app reaches the database', () => {
  expect(compose.match(/^ +- '?[\d.:]*:\d+'?$/gm)).toEqual(["      - '127.0.0.1:3000:3000'"]);
  expect(serviceOf('db')).toMatch(/ {4}networks:\n {6}- inside\n$/m);
  expect(compose).toMatch(/ {2}inside:\n {4}internal: true\n/);
});

test('deploy/container: neither file contains a secret', () => {
  for (const text of [compose, containerfile]) {
    expect(text).not.toMatch(/(?:PASSWORD|SECRET|_URL)['"]?\s*[:=]/);
    expect(text).not.toMatch(/:\/\/[^/\s]*@/);
  }
  for (const name of ['app', 'db']) expect(serviceOf(name)).toContain(`env_file: ${name}.env`);
});

test('image: built from the archive, runs without privileges, stops on SIGTERM, checks its readiness', () => {
  expect(containerfile.match(/^(?:ADD|COPY) .*/gm)).toEqual(['ADD ${VERSION}.tar.gz /srv/']);
  const [, user = '0'] = /^USER (\d+):\d+$/m.exec(containerfile) ?? [];
  expect(Number(user)).toBeGreaterThan(999);
  expect(serviceOf('app')).toContain(`user: '${user}:${user}'`);
  expect(containerfile).toContain(`-o ${user} -g ${user} /var/lib/madang`);
  expect(containerfile).toMatch(/^HEALTHCHECK [^]*\/health\/ready/m);
  expect(containerfile).toMatch(/^STOPSIGNAL SIGTERM$/m);
  // A single string would run in a shell, which would not forward the signal.
  expect(containerfile).toMatch(/^CMD \["node", "server\/dist\/main\.js"\]$/m);
});
