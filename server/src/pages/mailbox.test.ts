import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mountMailbox } from './mailbox.ts';
import type { RequestContext } from '../http/request.ts';
import { Hosts, type RouteContext, type Routes } from '../http/pipeline.ts';
import { openMailbox } from '../mail/mailer.ts';

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

test('mailbox: a mail that is deleted between listing and reading is skipped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'madang-mailbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const mailbox = openMailbox(folder);
  await mailbox.send({ id: '1', accountId: 'a', to: 'kim@korea.ac.kr', subject: '인증', text: '' });
  // Listed, but not readable.
  await symlink(join(folder, 'deleted'), join(folder, '0.json'));
  expect(await mailbox.list()).toMatchObject([{ id: '1' }]);
  await mailbox.forget('a');
  expect(await mailbox.list()).toEqual([]);
});
