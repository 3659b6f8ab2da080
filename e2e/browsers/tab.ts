/** One browser tab for the core journeys. Elements are found by XPath. */
export interface Tab {
  open(address: string): Promise<void>;
  /** Clicks the element like a user; false while it is absent. */
  click(xpath: string): Promise<boolean>;
  /** Types at the cursor of the focused element. */
  type(text: string): Promise<void>;
  /** Evaluates a JavaScript expression in the page. */
  read(expression: string): Promise<unknown>;
  back(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE = 15_000;
const PAUSE = 100;

/** Page text without scripts; `innerText` is sometimes empty in WebKit. */
const TEXT = `[...document.body.children].map((part) => part.matches('script') ? '' : part.textContent).join(' ')`;

/** Retries until the condition is true; throws with the description otherwise. */
async function until(what: string, isSo: () => Promise<boolean>, tab: Tab): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) {
      throw new Error(`${what}; the page says: ${String(await tab.read(TEXT))}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Presses the button, link or tab with this accessible name. */
export async function press(tab: Tab, name: string): Promise<void> {
  // Lines of a tile are separate elements without a space between them.
  const text = `translate(normalize-space(.), ' ', '')="${name.replaceAll(' ', '')}"`;
  const named = `[@aria-label="${name}" or (not(@aria-label) and ${text})]`;
  await until(`no ${name} to press`, () => tab.click(`//*[self::button or self::a]${named}`), tab);
}

/** Types into the field of this name. */
export async function fill(tab: Tab, field: string, text: string): Promise<void> {
  const xpath = `//*[self::input or self::textarea][@name="${field}" or @aria-label="${field}"]`;
  await until(`no field ${field}`, () => tab.click(xpath), tab);
  await tab.type(text);
}

export async function see(tab: Tab, text: string): Promise<void> {
  const shown = `${TEXT}.includes(${JSON.stringify(text)})`;
  await until(`never saw ${text}`, async () => (await tab.read(shown)) === true, tab);
}

export async function expectIn(tab: Tab, expression: string): Promise<void> {
  await until(`never ${expression}`, async () => (await tab.read(expression)) === true, tab);
}

export async function expectPath(tab: Tab, path: string): Promise<void> {
  await expectIn(tab, `location.pathname === ${JSON.stringify(path)}`);
}
