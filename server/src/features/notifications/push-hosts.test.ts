import { expect, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { PushHosts } from './push-hosts.ts';

test('hosts that somebody invented make one line an hour for their service', () => {
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
