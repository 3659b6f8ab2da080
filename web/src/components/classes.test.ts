import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the class names outside `${…}` in the sources. */
function listUsed(): Set<string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.includes('.test.'),
  );
  const values = files.flatMap((path) =>
    [...readFileSync(root + path, 'utf8').matchAll(/className=(?:"([^"]+)"|\{`([^`]+)`)/g)].map(
      ([, plain, template = '']) => plain ?? template.replaceAll(/\$\{[^}]*\}/g, ''),
    ),
  );
  return new Set(values.flatMap((value) => value.split(/\s+/)).filter(Boolean));
}

it('shared class names: each used one exists, each existing one is used', () => {
  const css = readFileSync(`${root}components/classes.css`, 'utf8');
  const defined = new Set([...css.matchAll(/^\.([\w-]+)/gm)].map(([, name]) => name));
  const used = listUsed();
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  expect([...defined].filter((name) => !used.has(name ?? ''))).toEqual([]);
});
