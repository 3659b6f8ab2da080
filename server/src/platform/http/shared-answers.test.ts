import { expect, test } from 'vitest';
import { KeptAnswers } from '../kept/kept-answers.ts';
import type { Hub } from '../live/hub.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Exchange } from './exchange.ts';
import { FreshMark } from './fresh-cookie.ts';
import { Hosts } from './hosts.ts';
import { sessionCookie } from './session-cookie.ts';
import { SharedAnswers } from './shared-answers.ts';

test('an address is recalled once it took the whole way, and a student’s for students only', async () => {
  const kept = new KeptAnswers({ on() {}, tell() {} } as unknown as Hub, true);
  const shared = new SharedAnswers({
    kept,
    sessions: {} as Sessions,
    cookie: sessionCookie(false),
    hosts: new Hosts(new Set(), false),
    fresh: new FreshMark(false, Buffer.alloc(32)),
  });
  for (const access of ['student', 'public'] as const) {
    const url = `/api/${access}`;
    const recall = (student: boolean) => shared.recall(url, { student, past: false });
    expect(await recall(true)).toBeUndefined();
    const exchange = { incoming: { url, headers: {} }, header() {}, send() {} } as unknown as Exchange;
    await shared.answer(exchange, { access, fill: async () => ({ json: `"${access}"`, tags: () => [] }) });
    expect(await recall(true)).toBe(`"${access}"`);
    expect(await recall(false)).toBe(access === 'student' ? undefined : `"${access}"`);
  }
});
