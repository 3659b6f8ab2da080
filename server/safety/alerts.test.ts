import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPromtool } from '../../scripts/system-parts.mjs';
import type { Database } from '../src/database/database.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { serverFolder } from '../src/lib/folders.ts';

// Checks the monitoring in deploy/ against the metrics of the server and the operator's handbook.
const root = join(serverFolder(), '..');
const folder = join(root, 'deploy', 'prometheus');
const rules = readFileSync(join(folder, 'rules.yml'), 'utf8');
const dashboard = readFileSync(join(root, 'deploy', 'grafana', 'madang.json'), 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)\n([^]*?)(?=\n *- alert:|$)/g)].map(
  ([, name = '', body = '']) => ({ name, body }),
);
const cases = join(serverFolder(), 'safety', 'alerts.rules.yml');
const promtool = findPromtool();

/** Returns the names of all metrics of a server with a pool. */
async function servedNames(): Promise<Set<string>> {
  const metrics = new Metrics({ version: '1', edition: 'beta' });
  const database = {
    transaction: async () => ({ mails: 0, oldestMail: 0, jobs: [], backups: { age: 0, untried: 0 } }),
    connections: () => ({ in_use: 0, idle: 0, waiting: 0 }),
  } as unknown as Database;
  metrics.watch({
    database,
    cache: { hits: 0, misses: 0 },
    readDisk: async () => ({ free: 1, all: 1 }),
    readBackups: async () => ({ age: 0, untried: 0 }),
    readCertificate: () => 0,
  });
  const types = (await metrics.render()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  return new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
}

const namesIn = (text: string) => new Set(text.match(/\b(?:madang|nodejs|process)_\w+/g));

test('rules and dashboard ask for numbers that the server serves', async () => {
  const served = await servedNames();
  for (const text of [rules, dashboard, readFileSync(cases, 'utf8')]) {
    const named = namesIn(text);
    expect(named.size).toBeGreaterThan(3);
    expect([...named].filter((name) => !served.has(name))).toEqual([]);
  }
});

test('the dashboard fits one screen, and its panels do not overlap', () => {
  const { panels } = JSON.parse(dashboard) as {
    panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  // Grafana's rows have 38 pixels.
  for (const { gridPos } of panels) expect(gridPos.y + gridPos.h).toBeLessThanOrEqual(20);
  for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

test('alerts: state duration, severity, Korean text and the documentation', () => {
  expect(alerts).toHaveLength(5);
  const handbook = readFileSync(join(root, 'docs', 'operating.md'), 'utf8');
  const tests = readFileSync(cases, 'utf8');
  for (const { name, body } of alerts) {
    expect(body).toMatch(/^ +for: \d+[mh]$/m);
    expect(body).toMatch(/severity: critical\b/);
    expect(body).toMatch(/summary: .*[가-힣]/);
    expect(body).toContain(`runbook: docs/operating.md#${name.toLowerCase()}\n`.trimEnd());
    expect(handbook).toContain(`\n### ${name}\n`);
    // Each alert is tested once silent and once firing.
    expect(tests).toMatch(new RegExp(`alertname: ${name}, exp_alerts: \\[\\]`));
    expect(tests).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n +- exp_labels`));
  }
});

test.runIf(promtool !== null)(
  'promtool takes rules and settings, and each alert fires and stays silent',
  () => {
    const run = (...parameters: string[]) =>
      execFileSync(promtool ?? '', parameters, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(run('check', 'rules', 'rules.yml')).toContain(`SUCCESS: ${alerts.length} rules found`);
    expect(run('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    expect(run('test', 'rules', cases)).toContain('SUCCESS');
  },
  180_000,
);
