import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { afterEach, expect, test, vi } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** These read only files, settings or queries of the repository, or an operator's input in their own browser. */
const OURS = new Set([
  'campus/src/check-settings.ts',
  'campus/src/table.ts',
  'server/src/pages/screen-files.ts',
  'server/src/pages/page-template.ts',
  'server/src/database/migrate.ts',
  'server/src/mail/mailer.ts',
  'server/src/variables.ts',
  'web/src/features/admin/building-form.tsx',
]);

const files = execFileSync('git', ['ls-files', 'campus/src', 'contract/src', 'server/src', 'web/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

interface Found {
  file: string;
  expression: RegExp;
}

/** Returns the literals of a file, and whether it also builds expressions from text. */
function readFile(file: string): { literals: Found[]; builds: boolean } {
  const source = ts.createSourceFile(
    file,
    readFileSync(root + file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const literals: Found[] = [];
  let builds = false;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ file, expression: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') builds = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, builds };
}

/** Returns the expressions that the server's modules build when they are loaded. */
async function readBuilt(file: string): Promise<Found[]> {
  const built: Found[] = [];
  const Original = RegExp;
  vi.resetModules();
  vi.stubGlobal(
    'RegExp',
    class extends Original {
      constructor(pattern: string, flags?: string) {
        super(pattern, flags);
        built.push({ file, expression: new Original(pattern, flags) });
      }
    },
  );
  await import(root + file);
  vi.unstubAllGlobals();
  return built;
}

afterEach(() => vi.unstubAllGlobals());

const isSlow = ({ expression }: Found) => analyse(expression).reports.length > 0;
const describeFound = ({ file, expression }: Found) => `${file} ${expression.source}`;

test('an expression whose time grows with the square of its text is recognized', () => {
  for (const expression of [/[가-힣]*[.…]*$/u, /^(a+)+$/, /x*y/])
    expect(isSlow({ file: '', expression })).toBe(true);
  expect(isSlow({ file: '', expression: /^[a-z]+$/ })).toBe(false);
});

test('[SF-46] regular expressions on student texts: none takes quadratic time', async () => {
  const read = files.map((file) => ({ file, ...readFile(file) }));
  const literals = read.flatMap((one) => one.literals);
  const building = read.filter(({ file, builds }) => builds && file.startsWith('contract/'));
  const built = (await Promise.all(building.map(({ file }) => readBuilt(file)))).flat();
  expect(literals.length).toBeGreaterThan(100);
  expect(built.length).toBeGreaterThan(0);
  const slow = [...literals, ...built].filter(isSlow);
  expect(slow.filter(({ file }) => !OURS.has(file)).map(describeFound)).toEqual([]);
  // A repaired expression needs no exception.
  expect([...OURS].filter((file) => !slow.some((one) => one.file === file))).toEqual([]);
});
