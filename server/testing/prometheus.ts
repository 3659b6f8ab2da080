import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPrometheus } from '../../scripts/system-parts.mjs';
import { findFreePort } from './postgres-cluster.ts';

/** An alert as Prometheus tells of it. */
export interface Alert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  state: 'pending' | 'firing';
}

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

/** A Prometheus of our own in a folder, with the settings and rules that are given. */
export async function startPrometheus(folder: string, settings: string, rules: string) {
  const program = findPrometheus();
  if (!program) throw new Error('Prometheus is missing: install the package prometheus');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'prometheus.yml'), settings);
  writeFileSync(join(folder, 'rules.yml'), rules);
  const origin = `http://127.0.0.1:${await findFreePort()}`;
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(origin).host}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`${origin}/api/v1/${path}`);
    const body = (await response.json()) as { status: string; error?: string; data: Data };
    if (body.status !== 'success') throw new Error(`Prometheus: ${body.error}`);
    return body.data;
  };
  for (let attempt = 0; ; attempt += 1) {
    if ((await fetch(`${origin}/-/ready`).catch(() => null))?.ok) break;
    if (attempt > 150 || child.exitCode !== null) throw new Error('Prometheus did not start');
    await sleep(100);
  }
  return {
    readAlerts: async (): Promise<Alert[]> => (await ask<{ alerts: Alert[] }>('alerts')).alerts,
    query: async (words: string): Promise<Sample[]> =>
      (await ask<{ result: Sample[] }>(`query?query=${encodeURIComponent(words)}`)).result,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Takes what Prometheus sends to an Alertmanager, and keeps it. */
export async function startAlertReceiver() {
  const received = new Map<string, Record<string, string>>();
  const server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (piece: Buffer) => (text += piece.toString()));
    incoming.on('end', () => {
      for (const { labels, annotations } of JSON.parse(text) as Omit<Alert, 'state'>[])
        received.set(labels['alertname'] ?? '', annotations);
      outgoing.end();
    });
  });
  // Prometheus keeps its connection and sends seldom.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** What the alerts say that came, by their names. */
    received: received as ReadonlyMap<string, Record<string, string>>,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
