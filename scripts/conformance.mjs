// `npm run conformance`: lists the requirements that the last `npm test` did not prove.
// Sources: docs/requirements.tsv, the built rows of docs/requirements-official.tsv and the lines of docs/safety.md.
// A row is proven if at least one test of its kind has its id in the title and all of these passed; a safety line by tests
// of any kind.
// If only tests of the full suite have the id, the claim waits for `npm run test:all`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBuilt, readRows } from './requirements.mjs';
import { longTests, serviceTests } from './suites.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Reports with tests that prove a row of each kind. */
const reportsOf = {
  unit: ['unit', 'services'],
  component: ['component'],
  api: ['postgres', 'postgres-rest'],
  browser: ['browser', 'browser-rest'],
};
/** Reports that only the full suite writes. */
const fullReports = ['services', 'embedded-rest', 'postgres-rest', 'browser-rest', 's3', 'browsers'];
const full = fullReports.every((name) => existsSync(`${root}reports/${name}.json`));

/** Ids in titles of tests that only the full suite runs. */
const leftToFull = new Set([
  ...idsIn(
    '\\[[A-Z]+-',
    ...[...longTests, ...serviceTests].flatMap(expand).map((pattern) => `:(glob)${pattern}`),
    '*.s3.test.ts',
    'e2e/browsers',
  ),
  ...idsIn('@full', '*.journey.ts'),
]);

const results = new Map();
for (const name of ['unit', 'component', 'embedded', 'postgres', 'browser', ...fullReports]) {
  const path = `${root}reports/${name}.json`;
  if (!existsSync(path) && !fullReports.includes(name))
    console.error(`reports/${name}.json is missing: run the whole npm test first`);
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  results.set(name, report.suites ? readPlaywright(report) : readVitest(report));
}

const rows = (path) => readRows(path).map((row) => ({ ...row, name: row.kind, tests: testsOf(row.kind) }));
const everyTest = [...results.values()].flat();
const safety = [...readFileSync(`${root}docs/safety.md`, 'utf8').matchAll(/^(\d+)\. (.*)$/gm)].map(
  ([, number, text]) => ({ id: `SF-${number.padStart(2, '0')}`, text, name: 'safety', tests: everyTest }),
);
const unproven =
  count('proven', rows('docs/requirements.tsv')) +
  count('official', rows('docs/requirements-official.tsv').filter(isBuilt));
count('safety', safety);
process.exit(unproven === 0 ? 0 : 1);

/** Returns the ids in the lines of these paths that match. @param {string} pattern @param {string[]} paths */
function idsIn(pattern, ...paths) {
  const lines = execFileSync('git', ['grep', '-hE', pattern, '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...lines.matchAll(/\[([A-Z]+-\d+[a-z]?)\]/g)].map(([, id]) => id);
}

function testsOf(kind) {
  return reportsOf[kind].flatMap((report) => results.get(report));
}

/**
 * Prints the claims without proof and the number of proven ones.
 * Returns the number of unproven claims that do not wait for the full suite.
 */
function count(title, claims) {
  let [missed, waiting] = [0, 0];
  for (const { id, text, name, tests } of claims) {
    const fault = faultOf(tests, id, name);
    if (fault === null) continue;
    if (!full && leftToFull.has(id) && fault.startsWith('no ')) {
      waiting += 1;
      console.log(`${id}\twaits for npm run test:all\t${text.slice(0, 100)}`);
      continue;
    }
    missed += 1;
    console.log(`${id}\t${fault}\t${text.slice(0, 100)}`);
  }
  const later = waiting > 0 ? `, ${waiting} wait for npm run test:all` : '';
  console.log(`${title} ${claims.length - missed - waiting}/${claims.length}${later}`);
  return missed;
}

function faultOf(tests, id, name) {
  const own = tests.filter(({ title }) => title.includes(`[${id}]`));
  if (own.length === 0) return `no ${name} test`;
  const bad = own.filter(({ passed }) => !passed);
  return bad.length > 0 ? `${bad.length} of ${own.length} ${name} tests did not pass` : null;
}

/** Expands `{a,b}` in a pattern, since git does not support braces. */
function expand(pattern) {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  return braces[1].split(',').flatMap((part) => expand(pattern.replace(braces[0], part)));
}

function readVitest(report) {
  return (report.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults
      // A test that does not apply to an engine proves nothing and misses nothing.
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({ title: fullName, passed: status === 'passed' })),
  );
}

function readPlaywright(report) {
  const tests = [];
  const walk = (suite, above) => {
    const title = `${above} ${suite.title}`;
    for (const spec of suite.specs ?? []) {
      const outcomes = spec.tests.map(({ status }) => status);
      tests.push({
        title: `${title} ${spec.title}`,
        passed: outcomes.every((status) => status === 'expected' || status === 'flaky'),
      });
    }
    for (const inner of suite.suites ?? []) walk(inner, title);
  };
  for (const suite of report.suites) walk(suite, '');
  return tests;
}
