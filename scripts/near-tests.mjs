// Returns tests near a change: in the folders of the changed files, and for the contract those of the feature.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string[]} parameters */
const git = (...parameters) =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the test files near uncommitted changes, or near the last commit if there are none. */
export function nearTests() {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const changed = uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD');
  const folders = new Set(changed.map(folderOf));
  for (const folder of folders)
    if (folder.startsWith('contract/src/'))
      folders.add(folder.replace('contract/src/', 'server/src/features/'));
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx');
  const near = tests.filter((path) => folders.has(folderOf(path)) && !path.startsWith('e2e/'));
  /** @param {string} kind */
  const of = (kind) =>
    near.filter((path) => kind === (/\.(api|component)\.test\.tsx?$/.exec(path)?.[1] ?? 'unit'));
  return { unit: of('unit'), component: of('component'), api: of('api') };
}

/** @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf('/'));
