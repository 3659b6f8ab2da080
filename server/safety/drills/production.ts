// `npm run drill:production`: the shipped proxy before two servers that are replaced one after the other, under load.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollBehindNginx } from './roll-behind-nginx.ts';

const folder = await mkdtemp(join(tmpdir(), 'madang-drill-'));
const print = (line: string) => void process.stdout.write(`${line}\n`);
const { steps, failed, lost, doubled, wrongSums, ...rest } = await rollBehindNginx(folder, {
  rounds: 3,
  phase: 5_000,
  print,
});
await rm(folder, { recursive: true, force: true });
print(JSON.stringify(rest));
for (const line of [...new Set(failed)].slice(0, 20)) print(`failed: ${line}`);
for (const line of wrongSums) print(`wrong: ${line}`);
print(`failed ${failed.length}, lost ${lost}, doubled ${doubled}`);
for (const { name, longestOutage } of steps) print(`longest outage of ${name}: ${longestOutage} ms`);
process.exitCode = failed.length + lost + doubled + wrongSums.length === 0 ? 0 : 1;
