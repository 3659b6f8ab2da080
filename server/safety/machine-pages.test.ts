import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putValue, readBlocks, type Block } from './drills/machines/page.ts';
import { FROM_OUTSIDE, readMorePage, readPage } from './drills/machines/run-machines.ts';

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

describe('docs/opening.ko.md', () => {
  test('commands from outside are exactly those that the drill replaces', () => {
    const blocks = readPage();
    expect(blocks.length).toBeGreaterThan(10);
    const outside = blocks.filter((block) => block.outside).flatMap(({ commands }) => commands);
    for (const { machine } of blocks.filter(({ outside: from }) => !from))
      expect(['db', 'app']).toContain(machine);
    expect(outside.length).toBe(1);
    for (const command of outside) expect(command).toMatch(FROM_OUTSIDE.archive);
  });

  test('gives every variable a value on the machine that uses it, before it does', () => {
    const machinesOf = { both: ['db', 'app'], db: ['db'], app: ['app'] };
    expect(
      findMissing(
        readPage().filter(({ outside }) => !outside),
        machinesOf,
      ),
    ).toEqual([]);
    const more = readMorePage('Two machines');
    expect(more.map(({ machine }) => machine)).toEqual(['both', 'db', 'app']);
    expect(findMissing(more, machinesOf)).toEqual([]);
    expect(readMorePage('The archive').map(({ machine }) => machine)).toEqual(['db']);
  });

  test('writes the five values, and names only files of the package', () => {
    const commands = readPage().flatMap((block) => block.commands);
    const written = commands.find((command) => command.startsWith('cat > /root/.env')) ?? '';
    for (const name of ['DOMAIN', 'SMTP_URL', 'OPERATOR', 'CAMPUS', 'TIME_ZONE'])
      expect(written).toMatch(new RegExp(`^${name}='`, 'm'));
    const files = commands.flatMap((command) =>
      [...command.matchAll(/\/srv\/madang\/\$(?:VERSION|NEXT)\/([\w./-]+)/g)].map(([, path = '']) => path),
    );
    expect(files).toContain('deploy/install.sh');
    for (const path of files) expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });

  test('explains every chapter in Korean, and installs before the opening', () => {
    const chapters = readFileSync(join(root, 'docs/opening.ko.md'), 'utf8').split(/^## /m);
    expect(chapters).toHaveLength(10);
    for (const chapter of chapters) expect(chapter).toMatch(/[가-힣]+니다\./);
    const commands = readPage().flatMap((block) => block.commands);
    const place = (part: string) => commands.findIndex((command) => command.includes(part));
    expect(place('install.sh')).toBeGreaterThan(place('/root/.env'));
    expect(place('doctor --launch')).toBeGreaterThan(place('install.sh'));
  });
});

describe('the cluster in docs/more-machines.md', () => {
  test('names known machines, and sets each variable on each machine before its use', () => {
    const page = readBlocks(readFileSync(join(root, 'docs/more-machines.md'), 'utf8'));
    const blocks = page.filter(({ heading }) => heading === 'A cluster');
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
