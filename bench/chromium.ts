import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { findChromium } from '../scripts/system-parts.mjs';

/** As in the journeys (e2e/playwright.config.ts). */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs `visit` in a fresh Chromium, signed in if a session is given; `key` is the hash of a public key that it trusts. */
export async function withBrowser<Result>(
  session: { cookie: string; origin: string; key?: string } | undefined,
  visit: (context: BrowserContext) => Promise<Result>,
  { port, ...options }: BrowserContextOptions & { port?: number } = {},
): Promise<Result> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is missing: install the package chromium-headless-shell');
  const profile = await mkdtemp(join(tmpdir(), 'madang-phone-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [
      ...FLAGS,
      ...(port ? [`--remote-debugging-port=${port}`] : []),
      ...(session?.key ? [`--ignore-certificate-errors-spki-list=${session.key}`] : []),
    ],
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ko-KR',
    ...options,
  });
  try {
    if (session) {
      const [name = '', value = ''] = session.cookie.split('=');
      await context.addCookies([{ name, value, url: session.origin, httpOnly: true, sameSite: 'Lax' }]);
    }
    return await visit(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}
