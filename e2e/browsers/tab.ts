/** One tab of a real browser, as far as the core journeys need it. Elements are found by XPath. */
export interface Tab {
  open(address: string): Promise<void>;
  /** Clicks the element as a person would; false while it is not there. */
  click(xpath: string): Promise<boolean>;
  /** Types behind the cursor of the focused element. */
  type(text: string): Promise<void>;
  /** The value of a JavaScript expression in the page. */
  read(expression: string): Promise<unknown>;
  back(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE = 15_000;
const PAUSE = 100;

/** The page's text without its scripts; `innerText` is empty in WebKit at times. */
const TEXT = `[...document.body.children].map((part) => part.matches('script') ? '' : part.textContent).join(' ')`;

/** Tries until it is true; says what was not. */
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
  // Lines of a tile are elements of their own, without a space between them.
  const text = `translate(normalize-space(.), ' ', '')="${name.replaceAll(' ', '')}"`;
  const named = `[@aria-label="${name}" or (not(@aria-label) and ${text})]`;
  await until(`no ${name} to press`, () => tab.click(`//*[self::button or self::a]${named}`), tab);
}

/** Puts the cursor into the field of this name and types. */
export async function fill(tab: Tab, field: string, text: string): Promise<void> {
  const xpath = `//*[self::input or self::textarea][@name="${field}" or @aria-label="${field}"]`;
  await until(`no field ${field}`, () => tab.click(xpath), tab);
  await tab.type(text);
}

/** Waits until the page shows the text. */
export async function see(tab: Tab, text: string): Promise<void> {
  const shown = `${TEXT}.includes(${JSON.stringify(text)})`;
  await until(`never saw ${text}`, async () => (await tab.read(shown)) === true, tab);
}

/** Waits until the expression is true in the page. */
export async function expectIn(tab: Tab, expression: string): Promise<void> {
  await until(`never ${expression}`, async () => (await tab.read(expression)) === true, tab);
}

/** Waits until the address has this path. */
export async function expectPath(tab: Tab, path: string): Promise<void> {
  await expectIn(tab, `location.pathname === ${JSON.stringify(path)}`);
}
