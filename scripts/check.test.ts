import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
let copy: string;

// A copy, so that a planted mistake is never in the real tree, not even for a second.
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'madang-check-'));
  for (const path of [
    'contract',
    'campus',
    'server/src',
    'server/seed',
    'server/safety',
    'server/testing',
    'server/package.json',
    'web/src',
    'web/worker',
    'scripts',
    'package.json',
  ]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  for (const path of [
    '.dependency-cruiser.mjs',
    '.oxlintrc.json',
    'tsconfig.base.json',
    'server/tsconfig.json',
  ]) {
    cpSync(join(root, path), join(copy, path));
  }
  for (const path of ['node_modules', 'server/node_modules'].filter((one) => existsSync(join(root, one))))
    symlinkSync(join(root, path), join(copy, path));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(tool: string, parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', tool), parameters, {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const cruise = () =>
  run('depcruise', ['--config', '.dependency-cruiser.mjs', 'contract', 'campus', 'server', 'web']);

/** Writes the files, runs the work and deletes the files. */
function withFiles<Result>(
  files: readonly (readonly [path: string, text: string])[],
  work: () => Result,
): Result {
  for (const [path, text] of files) writeFileSync(join(copy, path), text);
  try {
    return work();
  } finally {
    for (const [path] of files) rmSync(join(copy, path));
  }
}

test('import rules: the current tree has no forbidden import and no cycle', () => {
  const { status, output } = cruise();
  expect(output).toMatch(/no dependency violations found \(\d{3,} modules/);
  expect(status).toBe(0);
});

test('every planted import is found, each by its own rule', () => {
  const planted = [
    ['foundation-down', 'server/src/jobs/planted.ts', `import '../features/posts/index.ts';`],
    [
      'foundation-down',
      'server/src/http/planted-type.ts',
      `import type { App } from '../app.ts';\nexport type P = App;`,
    ],
    ['feature-door', 'server/src/features/replies/planted.ts', `import '../posts/lists.ts';`],
    ['server-accounts-upwards', 'server/src/features/accounts/planted.ts', `import '../posts/index.ts';`],
    ['routes-on-top', 'server/src/features/posts/planted.ts', `import './routes.ts';`],
    ['contract-zod', 'contract/src/posts/planted.ts', `import 'zod';`],
    ['contract-pure', 'contract/src/posts/planted-node.ts', `import 'node:fs';`],
    [
      'web-schema-types',
      'web/src/lib/planted.ts',
      `import { post } from '../../../contract/src/posts/schema.ts';\nexport const p = post;`,
    ],
    ['web-apart', 'web/src/lib/planted-server.ts', `import '../../../server/src/app.ts';`],
    ['web-posts-upwards', 'web/src/features/posts/planted.ts', `import '../home/home-screen.tsx';`],
    ['web-components-down', 'web/src/components/planted.ts', `import '../features/posts/post-queries.ts';`],
    ['unresolved', 'web/src/lib/planted-nothing.ts', `import './nothing.ts';`],
  ] as const;
  const { status, output } = withFiles(
    planted.map(([, path, text]) => [path, text]),
    cruise,
  );
  for (const [rule, path] of planted) expect(output).toContain(`error ${rule}: ${path} →`);
  expect(status).not.toBe(0);
});

test('lint with types: finds a promise without await', () => {
  const text = `export function planted(): void {\n  Promise.resolve(1);\n}\n`;
  const { status, output } = withFiles([['contract/src/planted.ts', text]], () =>
    run('oxlint', ['--type-aware', 'contract/src']),
  );
  expect(output).toContain('no-floating-promises');
  expect(status).not.toBe(0);
});

test('lint: rejects functions over 80 lines (120 in tsx, tests exempt) and files over 500', () => {
  const planted = (lines: number) => `export function planted(): void {\n${'  //\n'.repeat(lines - 2)}}\n`;
  const { output } = withFiles(
    [
      ['contract/src/planted.ts', planted(80)],
      ['contract/src/long.ts', planted(81)],
      ['contract/src/component.tsx', planted(120)],
      ['contract/src/long-component.tsx', planted(121)],
      ['contract/src/long.test.ts', planted(81)],
      ['contract/src/file.test.ts', planted(500)],
      ['contract/src/long-file.test.ts', planted(501)],
    ],
    () => run('oxlint', ['-f', 'unix', 'contract/src']),
  );
  const found = [...output.matchAll(/src\/([\w.-]+):.*\(([\w-]+)\)\]$/gm)];
  expect(found.map(([, file, rule]) => [file, rule]).sort()).toEqual([
    ['long-component.tsx', 'max-lines-per-function'],
    ['long-file.test.ts', 'max-lines'],
    ['long.ts', 'max-lines-per-function'],
  ]);
});

test('type check: finds a wrong type', () => {
  const { status, output } = withFiles(
    [['contract/src/planted.ts', `export const planted: number = 'one';\n`]],
    () => run('oxlint', ['--type-aware', '--type-check', 'contract']),
  );
  expect(output).toContain('typescript(TS2322)');
  expect(status).not.toBe(0);
});
