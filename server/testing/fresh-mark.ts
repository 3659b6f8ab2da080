import { FreshMark } from '../src/http/sessions.ts';
import type { MadeUser } from './makers.ts';
import type { TestApp } from './test-app.ts';

/** Returns the fresh-write cookie of a user's session, to append to the session's cookie. */
export async function freshMark(
  testApp: TestApp,
  { browser }: MadeUser,
  endsAt = Date.now() + 3_600_000,
): Promise<string> {
  const session = await testApp.app.sessions.resolve(browser.cookie.replace(/^madang=/, ''));
  const mark = new FreshMark(false, testApp.keys);
  return `; madang-fresh=${mark.make(session?.id ?? '', endsAt)}`;
}
