import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { Builder, By, Capabilities, error, type WebDriver } from 'selenium-webdriver';
import type { Tab } from './tab.ts';

/** Opens Debian's WebKitGTK MiniBrowser on a virtual display, over its WebDriver. */
export async function openWebKit(): Promise<Tab> {
  const started: ChildProcess[] = [];
  const end = (): void => started.reverse().forEach((child) => child.kill());
  try {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    started.push(screen);
    const [display] = (await once(screen.stdio[3] ?? screen, 'data')) as [Buffer];
    const port = await findFreePort();
    started.push(
      spawn('WebKitWebDriver', [`--port=${port}`], {
        env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
        stdio: 'ignore',
      }),
    );
    return asTab(await connect(`http://127.0.0.1:${port}`), end);
  } catch (error) {
    end();
    throw error;
  }
}

async function connect(server: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await new Builder().usingServer(server).withCapabilities(capabilities).build();
    } catch (error) {
      // The driver needs a moment to start listening.
      if (attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function asTab(driver: WebDriver, end: () => void): Promise<Tab> {
  await driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 });
  return {
    open: (address) => driver.get(address),
    async click(xpath) {
      try {
        const [element] = await driver.findElements(By.xpath(xpath));
        if (!element) return false;
        await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
        await element.click();
        return true;
      } catch (failure) {
        // The page replaced the element; the caller retries.
        if (failure instanceof error.StaleElementReferenceError) return false;
        throw failure;
      }
    },
    async type(text) {
      await (await driver.switchTo().activeElement()).sendKeys(text);
    },
    read: (expression) => driver.executeScript(`return (${expression})`),
    back: () => driver.navigate().back(),
    async close() {
      await driver.quit();
      end();
    },
  };
}

function findMiniBrowser(): string {
  const path = readdirSync('/usr/lib', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`)
    .find((candidate) => existsSync(candidate));
  if (!path) throw new Error('MiniBrowser is missing (Debian: apt-get install webkit2gtk-driver)');
  return path;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
