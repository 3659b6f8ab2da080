// `npm run conformance`: which rows of docs/requirements.tsv and, of what is built, of docs/requirements-official.tsv the
// last `npm test` proved, and which lines of docs/safety.md. A row is proven by passing tests of its own
// kind that carry its id in their title, and by no failed or skipped one; an `api` row on PostgreSQL. A claim that only tests
// of the full suite carry waits for `npm run test:all`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBuilt, readRows } from './requirements.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reportsOf = { unit: ['unit'], component: ['component'], api: ['postgres'], browser: ['browser'] };
/** What only the full suite runs. */
const fullReports = ['services', 'embedded-rest', 's3', 'browsers'];
const full = fullReports.every((name) => existsSync(`${root}reports/${name}.json`));

/** The ids that tests of the full suite carry. */
const leftToFull = new Set(
  execFileSync(
    'git',
    [
      'grep',
      '-ohE',
      '[A-Z]+-[0-9]+[a-z]?\\]',
      '--',
      'server/safety/*.test.ts',
      '*.s3.test.ts',
      'e2e/browsers',
    ],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .map((id) => id.slice(0, -1)),
);

const results = new Map();
for (const name of ['unit', 'component', 'embedded', 'postgres', 'browser', ...fullReports]) {
  const path = `${root}reports/${name}.json`;
  if (!existsSync(path) && !fullReports.includes(name))
    console.error(`reports/${name}.json is missing: run the whole npm test first`);
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  results.set(name, report.suites ? readPlaywright(report) : readVitest(report));
}

const unproven =
  prove('proven', readRows('docs/requirements.tsv')) +
  prove('official', readRows('docs/requirements-official.tsv').filter(isBuilt));

// The lines of docs/safety.md: proven by any passing test that carries the number, and by no failed one.
const all = [...results.values()].flat();
const safety = readFileSync(`${root}docs/safety.md`, 'utf8').matchAll(/^(\d+)\. (.*)$/gm);
count(
  'safety',
  [...safety].map(([, number, text]) => ({ id: `SF-${number.padStart(2, '0')}`, text })),
);
process.exit(unproven === 0 ? 0 : 1);

/** Prints which rows have no proof of their kind and how many have; answers how many have none. */
function prove(name, rows) {
  let missed = 0;
  for (const { id, kind, text } of rows) {
    const faults = reportsOf[kind].flatMap((report) => faultOf(results.get(report), id, report));
    if (faults.length === 0) continue;
    missed += 1;
    console.log(`${id}\t${faults.join('; ')}\t${text}`);
  }
  console.log(`${name} ${rows.length - missed}/${rows.length}`);
  return missed;
}

/** Prints what has no proof and how much has; answers how much has none. */
function count(name, claims) {
  let [missed, waiting] = [0, 0];
  for (const { id, text } of claims) {
    const faults = faultOf(all, id, name);
    if (faults.length === 0) continue;
    if (!full && leftToFull.has(id) && faults.every((fault) => fault.startsWith('no '))) {
      waiting += 1;
      continue;
    }
    missed += 1;
    console.log(`${id}\t${faults.join('; ')}\t${text.slice(0, 100)}`);
  }
  const later = waiting > 0 ? `, ${waiting} wait for npm run test:all` : '';
  console.log(`${name} ${claims.length - missed - waiting}/${claims.length}${later}`);
  return missed;
}

function faultOf(tests, id, name) {
  const mine = tests.filter(({ title }) => title.includes(`[${id}]`));
  if (mine.length === 0) return [`no ${name} test`];
  const bad = mine.filter(({ passed }) => !passed);
  return bad.length > 0 ? [`${bad.length} of ${mine.length} ${name} tests did not pass`] : [];
}

function readVitest(report) {
  return (report.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: fullName, passed: status === 'passed' })),
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
