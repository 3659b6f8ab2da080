// `node scripts/lines.mjs [folder]`: counts the lines of each kind, and the comments, in this repository or another
// checkout.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeEnglish } from './english.mjs';

const root = process.argv[2] ?? '.';

/** Kind of a file by its path; the first match counts. */
const kinds = {
  data: /\.(?:tsv|snap|svg|csv|txt|dump|ndjson)$|\/results\/|(?:^|\/)(?!(?:package|tsconfig[^/]*|knip)\.json$)[^/]+\.json$/,
  docs: /\.md$|^LICENSE$/,
  bench: /^bench\//,
  drills: /(?:^|\/)drills?\/|\bdrills?\b[^/]*\.(?:test\.)?(?:ts|mjs|sh)$/,
  'tests and helpers': /\.(?:test|journey)\.tsx?$|(?:^|\/)testing\/|^e2e\//,
  product: /./,
};

/** @type {Record<string, { files: number; lines: number }>} */
const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { files: 0, lines: 0 }]));
const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
for (const path of listed.split('\0').filter(Boolean)) {
  const bytes = readFileSync(join(root, path));
  // Pictures and fonts have no lines.
  if (bytes.includes(0)) continue;
  const [kind = 'product'] = Object.entries(kinds).find(([, pattern]) => pattern.test(path)) ?? [];
  const count = counts[kind] ?? { files: 0, lines: 0 };
  count.files += 1;
  count.lines += bytes.reduce((sum, byte) => (byte === 10 ? sum + 1 : sum), 0);
}

let [files, lines] = [0, 0];
for (const [kind, count] of Object.entries(counts)) {
  if (count.files > 0) console.log(row(count.lines, kind, count.files));
  files += count.files;
  lines += count.lines;
}
console.log(row(lines, 'in all', files));
console.log(describeEnglish(root).slice(-3).join('\n'));

/** @param {number} lines @param {string} kind @param {number} files */
function row(lines, kind, files) {
  return `${lines.toLocaleString('en').padStart(9)}  ${kind} (${files.toLocaleString('en')} files)`;
}
