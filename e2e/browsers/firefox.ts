import puppeteer from 'puppeteer-core';
import type { Tab } from './tab.ts';

/** Opens Firefox over WebDriver BiDi, because Debian has no geckodriver. */
export async function openFirefox(): Promise<Tab> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' });
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844 });
  return {
    async open(address) {
      await page.goto(address);
    },
    async click(xpath) {
      const element = await page.$(`xpath/${xpath}`);
      if (!element) return false;
      // Otherwise a bar may cover it and receive the click.
      await element.evaluate((found) => (found as Element).scrollIntoView({ block: 'center' }));
      await element.click();
      return true;
    },
    type: (text) => page.keyboard.type(text),
    read: (expression) => page.evaluate(expression),
    async back() {
      // Puppeteer's `goBack` waits for a load, which Firefox's page cache omits.
      await page.evaluate(() => window.history.back());
    },
    close: () => browser.close(),
  };
}
