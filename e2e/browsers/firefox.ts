import puppeteer from 'puppeteer-core';
import type { Tab } from './tab.ts';

/** Firefox by WebDriver BiDi, which it speaks itself: Debian has no geckodriver for the older protocol. */
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
      // Else it may lie behind a bar, and the bar would be clicked.
      await element.evaluate((found) => (found as Element).scrollIntoView({ block: 'center' }));
      await element.click();
      return true;
    },
    type: (text) => page.keyboard.type(text),
    read: (expression) => page.evaluate(expression),
    async back() {
      // Its own way waits for a load, which a page that Firefox kept has not.
      await page.evaluate(() => window.history.back());
    },
    close: () => browser.close(),
  };
}
