// `npm run check`: types, lint, formatting, import rules and circles, dead code, licenses, plots.
// Each check of sources must also prove that it read the files: an empty run counts as failed.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = ['contract', 'campus', 'server', 'web', 'e2e', 'bench'];
const sources = packages.reduce((sum, name) => sum + countSources(`${root}${name}`), 0);
let failures = 0;

/** Checks still to run; the longest first, since two run at a time. @type {(() => Promise<void>)[]} */
const waiting = [];

check('types and lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings'], (output) => {
  prove('types and lint', Number(/on (\d+) files/.exec(output)?.[1] ?? 0), sources);
});

check('formatting', 'oxfmt', ['--check']);

check(
  'import rules',
  'depcruise',
  ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', ...packages, 'scripts'],
  (output) => prove('import rules', Number(/(\d+) modules/.exec(output)?.[1] ?? 0), sources),
);

check('dead code', 'knip', ['--no-progress', '--treat-config-hints-as-errors']);

add('licences', process.execPath, ['scripts/licences.mjs']);

add('plots', process.execPath, ['--import', 'tsx', 'bench/plots.ts', '--check']);

const runAll = async () => {
  for (let run = waiting.shift(); run; run = waiting.shift()) await run();
};
await Promise.all([runAll(), runAll()]);

if (failures > 0) console.error(`${failures} checks failed`);
process.exit(failures > 0 ? 1 : 0);

function check(title, name, parameters, inspect) {
  add(title, `${root}node_modules/.bin/${name}`, parameters, inspect);
}

function add(title, command, parameters, inspect) {
  waiting.push(
    () =>
      new Promise((done) => {
        execFile(command, parameters, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
          console.log(`${error ? '✗' : '✓'} ${title}`);
          if (error) {
            failures += 1;
            console.error(`${stdout}\n${stderr}`.replaceAll(/^\/.*\.[cm]?tsx?\n/gm, '').trim());
          }
          inspect?.(`${stdout}\n${stderr}`);
          done();
        });
      }),
  );
}

/** Fails if the tool read fewer files than expected. */
function prove(title, read, expected) {
  if (read >= expected) return;
  failures += 1;
  console.error(`✗ ${title}: read ${read} of ${expected} files`);
}

function countSources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).filter(
    (entry) =>
      entry.isFile() && /\.tsx?$/.test(entry.name) && !/\/(node_modules|dist)(\/|$)/.test(entry.parentPath),
  ).length;
}
