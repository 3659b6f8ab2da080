// `npm run drills [PART …]`: breaks a running server and campus under load, part by part; without a name all parts.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartReport } from './part-report.ts';
import { parts } from './parts.ts';

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);

const reports: PartReport[] = [];
const notRun: string[] = [];
for (const name of names) {
  const part = parts[name];
  if (!part) {
    notRun.push(`${name}: no such part; there are ${Object.keys(parts).join(', ')}`);
    continue;
  }
  if (part.missing() && process.getuid?.() === 0)
    spawnSync('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...part.packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const missing = part.missing();
  if (missing) {
    notRun.push(`${name}: ${missing}`);
    continue;
  }
  print(`── ${name}`);
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'madang-drill-'));
  let report: PartReport;
  try {
    report = await part.run(folder, print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  reports.push(report);
  for (const line of [...new Set(report.failed)].slice(0, 20)) print(`failed: ${line}`);
  for (const step of report.steps) print(`longest outage of ${step.name}: ${step.longestOutage} ms`);
  print(
    `${name}: failed ${report.failed.length}, lost ${report.lost}, doubled ${report.doubled} (${Math.round((Date.now() - began) / 1_000)} s)`,
  );
}
for (const line of notRun) print(`not run: ${line}`);
const sum = (read: (report: PartReport) => number) => reports.reduce((all, report) => all + read(report), 0);
const found = [
  sum(({ failed }) => failed.length),
  sum(({ lost }) => lost),
  sum(({ doubled }) => doubled),
] as const;
print(`failed ${found[0]}, lost ${found[1]}, doubled ${found[2]}`);
process.exitCode = found.some((count) => count > 0) || notRun.length > 0 ? 1 : 0;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
