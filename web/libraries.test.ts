import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listLibraries } from './libraries.ts';

const { libraries, texts } = listLibraries(fileURLToPath(new URL('..', import.meta.url)));
const textsOf = (name: string) =>
  libraries.find((library) => library.name === name)?.texts.map((place) => texts[place]) ?? [];

test('[LI-01] a library has the text that it brings, and its notice', () => {
  expect(textsOf('react').join()).toContain('Copyright (c) Meta Platforms');
  expect(textsOf('bare-path')).toHaveLength(2);
});

test('[LI-01] one without a text of its own has the standard one of its licence', () => {
  expect(textsOf('pg-types')[0]).toMatch(/^MIT License\n\nCopyright \(c\) <year>/);
});

test('[LI-01] all have a licence and a text; tools and our own packages are not among them', () => {
  expect(libraries.filter(({ licence, texts: places }) => !licence || places.length === 0)).toEqual([]);
  const names = libraries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  for (const tool of ['vite', 'vitest', 'typescript', '@types/react', '@madang/contract'])
    expect(names).not.toContain(tool);
});

test('[LI-01] what server and browser name is there in its version, and what those need as well', () => {
  const listed = libraries.map(({ name, version }) => `${name} ${version}`);
  for (const workspace of ['web', 'server']) {
    const file = new URL(`../${workspace}/package.json`, import.meta.url);
    const { dependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(dependencies))
      if (!name.startsWith('@madang/')) expect(listed).toContain(`${name} ${version}`);
  }
  expect(libraries.find(({ name }) => name === 'scheduler')).toMatchObject({ licence: 'MIT' });
});
