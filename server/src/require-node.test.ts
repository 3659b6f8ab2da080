import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../bin');
const file = join(folder, 'require-node.mjs');

/** Requires Node in a process with another version number. */
function requireOn(version: string) {
  const program = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    const { requireNode } = await import(${JSON.stringify(file)});
    requireNode();
    console.log('went on');`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

test('old Node: refused in one line before any other module loads', () => {
  for (const version of ['14.21.3', '18.20.4', '20.18.1'])
    expect(requireOn(version)).toEqual({
      status: 1,
      said: `Madang needs Node 20.19 or newer; this is ${version}`,
    });
  for (const version of ['20.19.0', '22.0.0', '24.9.0'])
    expect(requireOn(version)).toEqual({ status: 0, said: 'went on' });
});

test('modules loaded before: use only syntax of an old Node', async () => {
  for (const name of ['require-node.mjs', 'operator.mjs'])
    expect(await readFile(join(folder, name), 'utf8')).not.toMatch(/\bawait\b|\?\.|\?\?|\bwith \{/);
});
