import { expect, type BrowserContext, type Page } from '@playwright/test';

/**
 * Fails a test whose page logs, throws, violates its content security policy or contacts another site. Expected messages must
 * appear.
 */
export class PageWatch {
  readonly #origin: string;
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Chromium logs each failed request; the app logs only its two console messages. */
  expect(message: RegExp): void {
    this.#expected.push(message);
  }

  /** Expects Chromium's message for these statuses. */
  expectStatus(...statuses: number[]): void {
    for (const status of statuses) this.expect(new RegExp(`Failed to load resource: .* status of ${status}`));
  }

  /** Allows a message whose timing a test cannot control. */
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
      // Ignores the browser's verbose hints to developers and a message caused by Playwright's setting.
      const type: string = message.type();
      const own = message.text() === 'Service Worker registration blocked by Playwright';
      if (type !== 'verbose' && !own) this.#found.push(`console.${type}: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#found.push(`uncaught: ${error.stack ?? error.message}`));
  }

  /** Fails on unexpected messages since the last check, and on missing expected ones. */
  check(): void {
    const known = [...this.#expected, ...this.#allowed];
    const found = this.#found.splice(0);
    const unexpected = found.filter((line) => !known.some((pattern) => pattern.test(line)));
    expect(unexpected, 'nothing unexpected on the console, no request to another site').toEqual([]);
    const missing = this.#expected.filter((pattern) => !found.some((line) => pattern.test(line)));
    expect(missing.map(String), 'everything expected on the console was seen').toEqual([]);
  }
}
