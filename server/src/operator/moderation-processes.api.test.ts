import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openReplies } from '../../testing/event-reader.ts';
import { makePost, makeReply, makeUser, userAt } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { addressOf } from '../../testing/test-database.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log/log.ts';
import { listAuditEntries } from '../audit.ts';
import { runOperator } from './program.ts';
import { openTerminal } from './terminal.ts';
import { openWorkplace } from './workplace.ts';

const testApp = await startTestApp({ caching: false });
const author = await makeUser(testApp);
const reader = await makeUser(testApp);

const hide = (what: 'post' | 'reply', id: string) => operate(testApp, what, 'hide', id, '--reason', '도배');

// The embedded engine allows one process only.
if (inject('engine') === 'postgres') {
  test('readers of another process are notified too', async () => {
    const other = await testApp.another();
    const [spam, fine] = [await makePost(author), await makePost(author)];
    const reply = await makeReply(reader, fine);
    const there = userAt(other, reader);
    const [closing, told] = [await openReplies(there, spam, 0), await openReplies(there, fine, 0)];
    await told.until(() => told.replies.length === 1);
    await hide('post', spam);
    await hide('reply', reply.id);
    await closing.until(() => closing.closed, 2_000);
    await told.until(() => told.events.length === 2, 2_000);
    expect(told.events.map(({ name }) => name)).toEqual(['reply', 'removed']);
    told.cut();
  });

  /** Runs a command as a separate process does. */
  async function operateAlone(environment: Record<string, string>, ...words: string[]) {
    const config = readConfig({
      DATABASE_URL: await addressOf(testApp.database),
      DATA_DIR: join(tmpdir(), 'unused'),
    });
    const lines: string[] = [];
    const code = await runOperator(words, {
      open: (opening) => openWorkplace(config, createLog('silent'), { ...opening, environment }),
      environment,
      terminal: openTerminal({
        write: (text) => lines.push(text),
        complain: (text) => lines.push(text),
        screen: null,
      }),
    });
    return [code, lines];
  }

  test('a command in its own process notifies them before it ends', async () => {
    const id = await makePost(author);
    const stream = await openReplies(reader, id, 0);
    expect(await operateAlone({}, 'post', 'hide', id, '--reason', '도배')).toEqual([
      0,
      [`post ${id} is hidden\n`],
    ]);
    await stream.until(() => stream.closed, 2_000);
  });

  test('audit line: names the sudo caller, otherwise the login', async () => {
    const id = await makePost(author);
    const actorOf = async (environment: Record<string, string>, what: string) => {
      expect((await operateAlone(environment, 'post', what, id, '--reason', '도배'))[0]).toBe(0);
      return (await listAuditEntries(testApp.database, 1))[0]?.actor;
    };
    expect(await actorOf({ SUDO_USER: 'kim.operator' }, 'hide')).toBe('kim.operator');
    expect(await actorOf({}, 'restore')).toBe(userInfo().username);
    expect(await actorOf({ SUDO_USER: 'kim\n2026 lee' }, 'hide')).toBe(userInfo().username);
  });
}
