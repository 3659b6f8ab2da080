import type { Page } from '@playwright/test';
import { expectAlert } from './screens.ts';

/** One screen in one state. */
export interface Stop {
  name: string;
  /** Its address; `{post}` and its like stand for what the tour's own world has there. */
  path: string;
  /** What its main heading says, and so the title of the document. */
  heading?: string | RegExp;
  /** Whose browser, a regular's where nothing is said: one with posts and scraps. A newcomer has nothing yet. */
  who?: 'visitor' | 'newcomer' | 'operator';
  /** The edition it is visited in; `both` if the editions differ. The default is the beta. */
  edition?: 'official' | 'both';
  /** Its contrast is also checked in the dark scheme, as the shades of its colours stand on few other screens. */
  dark?: true;
  /** Visited by `npm run test:all` only: another state of a screen, or another list of the same kind. */
  full?: true;
  /** What to arrange before the page is opened: it is then not drawn by the server. */
  prepare?: (page: Page) => Promise<unknown>;
  /** What to do on the page before it is looked at. */
  reach?: (page: Page) => Promise<unknown>;
}

export const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

/** Presses a button that sends what is wrong. */
export const fail = (button: string) => async (page: Page) => {
  await press(button)(page);
  await expectAlert(page, /.+/);
};

export const dialog = (page: Page) => page.getByRole('dialog');
export const both = { edition: 'both', dark: true } as const;
export const official = { edition: 'official' } as const;
