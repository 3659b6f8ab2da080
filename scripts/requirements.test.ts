import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isBuilt, readRows } from './requirements.mjs';

/** The specification is next to the repository, if present. */
const specification = '../shared/spec';
const isThere = existsSync(fileURLToPath(new URL(`../${specification}`, import.meta.url)));

const KINDS = ['unit', 'component', 'api', 'browser'];

for (const name of ['requirements.tsv', 'requirements-official.tsv']) {
  const rows = readRows(`docs/${name}`);
  const built = name === 'requirements.tsv' ? rows : rows.filter(isBuilt);

  test(`${name} names each row once, with a kind of test that exists`, () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(built.filter(({ kind }) => !KINDS.includes(kind))).toEqual([]);
  });

  test.runIf(isThere)(`${name}: equals the specification, except the kind of proof`, () => {
    const said = readRows(`${specification}/${name}`).map(({ id, text, needs }) => ({ id, text, needs }));
    // Rows of daily features exist only in this repository.
    const shared = built.filter(({ id }) => !id.startsWith('EV-'));
    const own = shared.map(({ id, text, needs }) => ({ id, text, needs }));
    for (const row of own) expect(said).toContainEqual(row);
    if (name === 'requirements.tsv') expect(own.length).toBe(said.length);
  });
}
