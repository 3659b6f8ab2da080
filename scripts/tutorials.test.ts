import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitCommands } from '../server/safety/drills/machines/page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Commands that start a server, ask a person, or need another repository. */
const NOT_RUN =
  /^(?:npm (?:start|run (?:dev|official))|[A-Z_]+=\S+ .*npm run official|git (?:clone|commit)|cd )/;
/** Commands that `.ci/run` runs. */
const ELSEWHERE = /^npm run (?:check|test:quick)/;

let folder = '';
/** Below the folder: a tutorial also writes next to the clone. */
let clone = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-tutorial-'));
  clone = join(folder, 'madang');
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, clone]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the commands of a page's `sh` blocks. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    splitCommands(block.split('\n')),
  );
}

// The first page installs and builds. All commands of run.md start servers: start.test.ts tests them.
test.each(['university.md', 'first-change.md'])(
  'commands of docs/%s run in a fresh clone',
  (page) => {
    const commands = commandsOf(page).filter((command) => !NOT_RUN.test(command) && !ELSEWHERE.test(command));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) execFileSync('bash', ['-euc', command], { cwd: clone, stdio: 'pipe' });
  },
  600_000,
);
