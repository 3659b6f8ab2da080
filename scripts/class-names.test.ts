import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../web/src/', import.meta.url));

/** Returns the expression of each `className={…}`. */
function listExpressions(source: string): string[] {
  return source
    .split('className={')
    .slice(1)
    .map((rest) => {
      let depth = 1;
      let end = 0;
      for (; depth > 0; end += 1) depth += rest[end] === '{' ? 1 : rest[end] === '}' ? -1 : 0;
      return rest.slice(0, end - 1);
    });
}

/** Returns the class names in literals of the screens, also in both branches of a condition. */
function listUsed(): Set<string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.tsx') && !path.includes('.test.'),
  );
  const literals = files.flatMap((path) => {
    const source = readFileSync(root + path, 'utf8');
    const plain = [...source.matchAll(/className(?:="([^"]+)"| = '([^']+)')/g)].map(
      ([, given, preset = '']) => given ?? preset,
    );
    const computed = listExpressions(source).flatMap((expression) =>
      [...expression.matchAll(/(?:^|[?:])\s*(?:'([^']*)'|`([^`]*)`)/g)].map(
        ([, text, template = '']) => text ?? template,
      ),
    );
    return [...plain, ...computed];
  });
  return new Set(
    literals.flatMap((text) => text.replaceAll(/\$\{[^}]*\}/g, '').split(/\s+/)).filter(Boolean),
  );
}

test('shared class names: each used one exists, each existing one is used', () => {
  const css = readFileSync(`${root}components/classes.css`, 'utf8');
  const defined = new Set([...css.matchAll(/^\.([\w-]+)/gm)].map(([, name = '']) => name));
  const used = listUsed();
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
  expect([...defined].filter((name) => !used.has(name))).toEqual([]);
});
