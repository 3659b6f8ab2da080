import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSystemdAnalyze } from '../../scripts/system-parts.mjs';

// The units of deploy/systemd, as systemd reads them; only where Node lies is this machine's own, and pgBackRest need not be here.

const UNITS = join(import.meta.dirname, '../../deploy/systemd');
/** In tenths: 0 is shut off from everything, 100 is root without any bound. */
const EXPOSED_AT_MOST = '20';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-units-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Copies all units, changed as told, and answers the paths of those of a kind. */
function place(kind: string, change = (text: string) => text): string[] {
  const names = readdirSync(UNITS);
  for (const name of names) {
    const text = readFileSync(join(UNITS, name), 'utf8').replaceAll(
      /(=|exec )(?:node|\/usr\/bin\/pgbackrest) /g,
      `$1${process.execPath} `,
    );
    writeFileSync(join(folder, name), change(text));
  }
  return names.filter((name) => name.endsWith(kind)).map((name) => join(folder, name));
}

function analyze(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(findSystemdAnalyze() ?? '', parameters, { encoding: 'utf8' });
  return { status, told: stdout + stderr };
}

// Without --recursive-errors an unknown word is told and passes.
const verify = (paths: readonly string[]) =>
  analyze('verify', '--recursive-errors=yes', '--man=no', ...paths);
const measure = (path: string) =>
  analyze('security', '--offline=true', `--threshold=${EXPOSED_AT_MOST}`, path);

test.runIf(findSystemdAnalyze())(
  'systemd finds nothing to say about any unit; a wrong word, program or time it would',
  () => {
    expect(place('').length).toBe(8);
    expect(verify(place(''))).toEqual({ status: 0, told: '' });
    const wrong: [string, string][] = [
      ['NoNewPrivileges=yes', 'NoNewPriviliges=yes'],
      ['server/dist/main.js\n', 'server/dist/main.js\nExecStop=/usr/bin/no-such-program\n'],
      ['*-*-* 04:10', 'every night'],
    ];
    for (const [right, instead] of wrong) {
      const paths = place('', (text) => text.replace(right, instead));
      expect([instead, verify(paths).status]).toEqual([instead, 1]);
    }
  },
);

test.runIf(findSystemdAnalyze())(
  'services are shut off from the rest of the machine; without their bounds it would tell',
  () => {
    for (const path of place('.service')) expect([path, measure(path).status]).toEqual([path, 0]);
    const open = (text: string) =>
      text.replaceAll(/^(?:Protect|Private|Restrict|SystemCall|Capability).*\n/gm, '');
    for (const path of place('.service', open)) expect([path, measure(path).status]).toEqual([path, 1]);
  },
);
