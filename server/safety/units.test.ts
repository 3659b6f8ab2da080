import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSystemdAnalyze } from '../../scripts/system-parts.mjs';
import { copyStartedFolder } from '../testing/outside/started-folder.ts';
import { canMakeDisk, SmallDisk } from './drills/small-disk.ts';

// Verifies the units of deploy/systemd with systemd; only the path of Node is local, and pgBackRest is optional.

const UNITS = join(import.meta.dirname, '../../deploy/systemd');
/** In tenths: 0 is fully isolated, 100 is unrestricted root. */
const EXPOSED_AT_MOST = '20';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-units-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Copies all units with a change, and their common limits as install.sh does; returns the paths of a kind of units. */
function place(kind: string, change = (text: string) => text): string[] {
  const read = (name: string) => change(readFileSync(join(UNITS, name), 'utf8'));
  for (const dropIns of ['madang-.service.d', 'madang@.service.d']) {
    mkdirSync(join(folder, dropIns), { recursive: true });
    writeFileSync(join(folder, dropIns, 'hardening.conf'), read('hardening.conf'));
  }
  const names = readdirSync(UNITS).filter((name) => name !== 'hardening.conf');
  for (const name of names) {
    const text = read(name).replaceAll(
      /(=|exec )(?:node|\/usr\/bin\/pgbackrest) /g,
      `$1${process.execPath} `,
    );
    writeFileSync(join(folder, name), text);
  }
  return names.filter((name) => name.endsWith(kind)).map((name) => join(folder, name));
}

function analyze(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(findSystemdAnalyze() ?? '', parameters, { encoding: 'utf8' });
  return { status, told: stdout + stderr };
}

// Without --recursive-errors an unknown directive only causes a warning.
const verify = (paths: readonly string[]) =>
  analyze('verify', '--recursive-errors=yes', '--man=no', ...paths);
const measure = (path: string) =>
  analyze('security', '--offline=true', `--threshold=${EXPOSED_AT_MOST}`, path);

test.runIf(findSystemdAnalyze())(
  'systemd: reports nothing on any unit, but detects a wrong word, program or time',
  () => {
    expect(place('').length).toBe(10);
    expect(verify(place(''))).toEqual({ status: 0, told: '' });
    const wrong: [string, string][] = [
      ['RemoveIPC=yes', 'RemoveIPCs=yes'],
      ['server/dist/main.js\n', 'server/dist/main.js\nExecStop=/usr/bin/no-such-program\n'],
      ['*-*-* 04:10', 'every night'],
    ];
    for (const [right, instead] of wrong) {
      const paths = place('', (text) => text.replace(right, instead));
      expect([instead, verify(paths).status]).toEqual([instead, 1]);
    }
  },
);

const DEBIAN_UNIT = '/lib/systemd/system/postgresql@.service';

test.runIf(findSystemdAnalyze() && existsSync(DEBIAN_UNIT))(
  'PostgreSQL that ended: restarted by the addition to Debian’s unit',
  () => {
    const shipped = readFileSync(join(UNITS, '../postgresql/restart.conf'), 'utf8');
    const check = (text: string) => {
      const unit = join(folder, 'postgresql@.service');
      writeFileSync(unit, readFileSync(DEBIAN_UNIT));
      mkdirSync(`${unit}.d`, { recursive: true });
      writeFileSync(join(`${unit}.d`, 'restart.conf'), text);
      return verify([unit]);
    };
    expect(check(shipped)).toEqual({ status: 0, told: '' });
    expect(check(shipped.replace('Restart=on-failure', 'Restart=on-fail')).told).toContain('on-fail');
    // The page of more machines writes the same file, before the package is there.
    const page = readFileSync(join(UNITS, '../../docs/more-machines.md'), 'utf8');
    expect(page).toContain(shipped.replace(/^(?:#.*\n)+/, ''));
  },
);

test.runIf(findSystemdAnalyze())(
  'services: isolated from the rest of the machine; the check detects missing limits',
  () => {
    for (const path of place('.service')) expect([path, measure(path).status]).toEqual([path, 0]);
    const open = (text: string) =>
      text.replaceAll(/^(?:Protect|Private|Restrict|SystemCall|Capability).*\n/gm, '');
    for (const path of place('.service', open)) expect([path, measure(path).status]).toEqual([path, 1]);
  },
);

/** Runs the commands of a service in order until one fails, as systemd does. */
function runService(name: string, backups: string, DATA_DIR: string): (number | null)[] {
  const unit = readFileSync(join(UNITS, name), 'utf8').replaceAll('/var/backups/madang', backups);
  const operator = `${process.execPath} ${join(UNITS, '../../server/bin/operator.mjs')} `;
  const lines = ['ExecStartPre', 'ExecStart'].flatMap((word) => [
    ...unit.matchAll(new RegExp(`^${word}=(.*)$`, 'gm')),
  ]);
  const codes: (number | null)[] = [];
  for (const [, line = ''] of lines) {
    if (codes.some((code) => code !== 0)) break;
    const command = line.replaceAll('node server/bin/operator.mjs ', operator).replaceAll('%%', '%');
    const words = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^'|'$/g, ''));
    const environment = { PATH: process.env['PATH'], DATA_DIR };
    codes.push(spawnSync(words[0] ?? '', words.slice(1), { env: environment }).status);
  }
  return codes;
}

test.runIf(canMakeDisk())(
  'disk full of old backups and leftovers: frees room, losing no younger backup',
  { timeout: 120_000 },
  async () => {
    const data = join(folder, 'data');
    await copyStartedFolder(data, '1');
    const disk = new SmallDisk(join(folder, 'backups'), 64);
    const at = (name: string) => join(disk.folder, name);
    const make = (name: string, megabytes: number, hours: number) => {
      writeFileSync(at(name), Buffer.alloc(megabytes * 1024 ** 2, 1));
      const time = Date.now() / 1_000 - hours * 3_600;
      utimesSync(at(name), time, time);
    };
    try {
      mkdirSync(at('.madang-2026-10-01-041000.tar.gz-AbCdEf'));
      make('.madang-2026-10-01-041000.tar.gz-AbCdEf/archive', 20, 24);
      utimesSync(at('.madang-2026-10-01-041000.tar.gz-AbCdEf'), 1, 1);
      make('madang-2026-10-02-041000.tar.gz', 43, 29 * 24);
      make('madang-2026-10-03-041000.tar.gz', 0, 28.9 * 24);
      expect(() => make('full', 2, 0)).toThrow('ENOSPC');
      const codes = runService('madang-backup.service', disk.folder, data);
      expect(codes.filter((code) => code !== 0)).toEqual([]);
      const left = readdirSync(disk.folder).filter((name) => name.includes('.tar.gz'));
      expect(left).toEqual([
        'madang-2026-10-03-041000.tar.gz',
        expect.stringMatching(/^madang-20\d\d-\d\d-\d\d-\d{6}\.tar\.gz$/),
      ]);
      expect(runService('madang-ledger.service', disk.folder, data)).toEqual([0]);
      expect(readdirSync(disk.folder)).toContain('withdrawals.jsonl');
    } finally {
      disk.remove();
    }
  },
);
