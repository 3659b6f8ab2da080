import { expect, test } from 'vitest';
import { mountMailbox } from './mailbox.ts';
import type { RequestContext } from '../http/request.ts';
import { Hosts, type RouteContext, type Routes } from '../http/pipeline.ts';

test('mailbox: refused to clients of other machines, whatever host they name', async () => {
  const routes = new Map<string, (context: RouteContext) => unknown>();
  const adding = { add: routes.set.bind(routes) } as unknown as Routes;
  const hosts = new Hosts(new Set(['localhost:3000', '127.0.0.1:3000', 'madang.example']), true);
  mountMailbox(adding, hosts, async () => []);
  const ask = async (remoteAddress: string, host = 'localhost:3000') => {
    let status = 0;
    const request = {
      incoming: { socket: { remoteAddress } },
      header: (name: string) => (name === 'host' ? host : undefined),
      send: (sent: number) => void (status = sent),
    } as unknown as RequestContext;
    await routes.get('GET /dev/mailbox')?.({ env: request } as RouteContext);
    return status;
  };
  for (const near of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) expect(await ask(near)).toBe(200);
  for (const far of ['192.168.0.7', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1', ''])
    await expect(ask(far)).rejects.toMatchObject({ code: 'route.unknown' });
  // Through a local proxy, which sends the client's address.
  for (const host of ['127.0.0.1:3001', 'localhost', 'madang.example'])
    await expect(ask('127.0.0.1', host)).rejects.toMatchObject({ code: 'route.unknown' });
});
