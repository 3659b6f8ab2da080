import { expect, type BrowserContext, type Page } from '@playwright/test';

/**
 * What no page of the app may do unnoticed: write to the console, throw, break its content security policy,
 * or ask another site for anything. A test names what it causes on purpose, and must then really cause it.
 */
export class PageWatch {
  readonly #origin: string;
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Chromium logs each refused or failed fetch; the app itself logs only the two messages of its deck. */
  expect(message: RegExp): void {
    this.#expected.push(message);
  }

  /** Chromium's line for answers of these statuses. */
  expectStatus(...statuses: number[]): void {
    for (const status of statuses) this.expect(new RegExp(`Failed to load resource: .* status of ${status}`));
  }

  /** What may be seen or not, since it hangs on a moment that a test cannot choose. */
  allow(message: RegExp): void {
    this.#allowed.push(message);
  }

  async follow(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
      });
    });
    context.on('page', (page) => this.#followPage(page));
    context.on('request', (request) => {
      const url = new URL(request.url());
      const own = url.origin === this.#origin || ['data:', 'blob:'].includes(url.protocol);
      if (!own) this.#found.push(`request to another site: ${url.href}`);
    });
  }

  #followPage(page: Page): void {
    page.on('console', (message) => {
      // Hints of the browser's own to developers, which nobody sees without asking for them; and of the journeys' own setting.
      const type: string = message.type();
      const own = message.text() === 'Service Worker registration blocked by Playwright';
      if (type !== 'verbose' && !own) this.#found.push(`console.${type}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#found.push(`uncaught: ${error.stack ?? error.message}`));
  }

  /** Fails on anything seen since the last check that was not expected, and on anything expected that was not seen. */
  check(): void {
    const known = [...this.#expected, ...this.#allowed];
    const found = this.#found.splice(0);
    const unexpected = found.filter((line) => !known.some((pattern) => pattern.test(line)));
    expect(unexpected, 'nothing unexpected on the console, no request to another site').toEqual([]);
    const missing = this.#expected.filter((pattern) => !found.some((line) => pattern.test(line)));
    expect(missing.map(String), 'everything expected on the console was seen').toEqual([]);
  }
}
