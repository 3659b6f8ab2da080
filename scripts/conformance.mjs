// `npm run conformance`: which rows of docs/requirements.tsv the last full `npm test` proved. A row is proven
// by passing tests of its own kind that carry its id in their title, and by no failed or skipped one; an
// `api` row on both engines.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reportsOf = { unit: ['unit'], api: ['embedded', 'postgres'], browser: ['browser'] };

const rows = readFileSync(`${root}docs/requirements.tsv`, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id, kind, text] = line.split('\t');
    return { id, kind, text };
  });

const results = new Map();
for (const name of new Set(Object.values(reportsOf).flat())) {
  const path = `${root}reports/${name}.json`;
  if (!existsSync(path)) console.error(`reports/${name}.json is missing: run the whole npm test first`);
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  results.set(name, report.suites ? readPlaywright(report) : readVitest(report));
}

let proven = 0;
for (const { id, kind, text } of rows) {
  const faults = reportsOf[kind].flatMap((name) => faultOf(results.get(name), id, name));
  if (faults.length === 0) proven += 1;
  else console.log(`${id}\t${faults.join('; ')}\t${text}`);
}
console.log(`proven ${proven}/${rows.length}`);

// The lines of docs/safety.md: proven by any passing test that carries the number, and by no failed one.
const all = [...results.values()].flat();
const safety = readFileSync(`${root}docs/safety.md`, 'utf8').matchAll(/^(\d+)\. (.*)$/gm);
let [safe, lines] = [0, 0];
for (const [, number, text] of safety) {
  lines += 1;
  const faults = faultOf(all, `SF-${number.padStart(2, '0')}`, 'safety');
  if (faults.length === 0) safe += 1;
  else console.log(`SF-${number.padStart(2, '0')}\t${faults.join('; ')}\t${text.slice(0, 100)}`);
}
console.log(`safety ${safe}/${lines}`);
process.exit(proven === rows.length ? 0 : 1);

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
