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
