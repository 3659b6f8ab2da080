import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Every reference leads to an existing file and section; none points outside the repository.

const root = fileURLToPath(new URL('..', import.meta.url));
/** Built, installed or planted files are not checked. */
const MADE = /^(?:\.git|node_modules|dist|data|reports|coverage|test-results|playwright-report)$/;
const list = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !MADE.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? list(path) : [path];
    });
const files = list('.');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Returns the anchors of a page's headings. */
function sectionsOf(path: string): Set<string> {
  return new Set(
    [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  );
}

/** Returns why a reference is broken, or null. */
function faultOf(from: string, reference: string): string | null {
  const [path = '', section] = reference.split('#');
  const target = path === '' ? from : relative(root, resolve(root, dirname(from), decodeURIComponent(path)));
  if (target.startsWith('..') || !existsSync(join(root, target))) return `${from}: ${reference} is not there`;
  const found = section === undefined || !target.endsWith('.md') || sectionsOf(target).has(section);
  return found ? null : `${from}: ${target} has no section ${section}`;
}

test('links of pages lead to files and sections of this repository', () => {
  const pages = files.filter((path) => path.endsWith('.md'));
  const links = pages.flatMap((page) =>
    [
      ...read(page)
        .replaceAll(/```[^]*?```/g, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ]
      .map(([, link = '']) => ({ page, link }))
      .filter(({ link }) => !/^[a-z]+:/.test(link)),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.map(({ page, link }) => faultOf(page, link)).filter((fault) => fault !== null)).toEqual([]);
});

test('comments name pages that are here, and no section of a paper that is not', () => {
  const sources = files.filter(
    (path) => /\.(?:ts|tsx|mjs|sql|css)$/.test(path) && path !== 'scripts/references.test.ts',
  );
  const faults = sources.flatMap((path) => {
    const text = read(path);
    const pages = [...text.matchAll(/\bdocs\/[\w/-]+\.(?:md|tsv)(?:#[\w-]+)?/g)].map(([page]) => page);
    const papers = [
      ...text.matchAll(
        /\b(?:decisions|architecture|official|specification), "[^"]+"|[Ss]pecification,? sections? \d/g,
      ),
    ];
    return [
      ...pages.map((page) => faultOf(path, relative(dirname(path), page))),
      ...papers.map(([paper]) => `${path}: ${paper} is not in the repository`),
    ].filter((fault) => fault !== null);
  });
  expect(faults).toEqual([]);
});

test('docs/architecture.md names every top folder and every folder of server/', () => {
  const folders = files.flatMap((path) => {
    const [top = '', below = '', ...rest] = path.split('/');
    if (below === '' || top.startsWith('.')) return [];
    return top === 'server' && rest.length > 0 ? [`server/${below}/`] : [`${top}/`];
  });
  const text = read('docs/architecture.md');
  expect([...new Set(folders)].filter((folder) => !text.includes(`\`${folder}`))).toEqual([]);
});
