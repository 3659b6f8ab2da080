import { expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { PushHosts } from './push-deliveries.ts';

test('invented hosts: log one line an hour per service', () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const hosts = new PushHosts(log, ['*.push.example', '*.other.example'], null);
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 27, 9, minutes));
  for (let minute = 0; minute < 60; minute += 1)
    for (let n = 0; n < 100; n += 1)
      hosts.pause(`h${n}.push.example`, at(minute), { seconds: null, reason: 'ENOTFOUND' });
  hosts.pause('a.other.example', at(1), { seconds: null, reason: '503' });
  hosts.pause('h1.push.example', at(70), { seconds: null, reason: 'ENOTFOUND' });
  expect(
    lines
      .map((line) => JSON.parse(line) as { service: string; host: string })
      .map(({ service, host }) => [service, host]),
  ).toEqual([
    ['*.push.example', 'h0.push.example'],
    ['*.other.example', 'a.other.example'],
    ['*.push.example', 'h1.push.example'],
  ]);
  expect(hosts.listBusy(at(70))).toContain('h1.push.example');
});

test('host: refuses most devices only if three or more, over half, fail within a minute', () => {
  const hosts = new PushHosts(createLog('fatal'), ['push.example'], null);
  const host = 'push.example';
  const count = (device: string, outcome: 'sent' | 'delayed', second: number) =>
    hosts.count(
      { device_id: device, host, endpoint: `https://${host}/${device}` },
      outcome,
      new Date(second * 1_000),
    );
  for (let n = 0; n < 9; n += 1) count('a', 'delayed', n);
  count('b', 'delayed', 9);
  expect(hosts.refusesMost(host)).toBe(false);
  count('c', 'delayed', 10);
  expect(hosts.refusesMost(host)).toBe(true);
  for (const device of ['d', 'e', 'f']) count(device, 'sent', 11);
  expect(hosts.refusesMost(host)).toBe(false);
  // Answers older than a minute no longer count.
  count('g', 'delayed', 75);
  expect(hosts.refusesMost(host)).toBe(false);
});
