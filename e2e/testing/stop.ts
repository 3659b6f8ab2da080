import type { Page } from '@playwright/test';
import { expectAlert } from './screens.ts';

/** One screen in one state. */
export interface Stop {
  name: string;
  /** Address; `{post}` and similar are replaced by values of the cast. */
  path: string;
  /** Main heading, also the document's title. */
  heading?: string | RegExp;
  /** User of the browser; a regular, with posts and bookmarks, by default. A newcomer has none. */
  who?: 'visitor' | 'newcomer' | 'operator';
  /** Edition of the visit; `both` if the editions differ. The default is the beta. */
  edition?: 'official' | 'both';
  /** Also checks contrast in the dark scheme: few other screens use its colours. */
  dark?: true;
  /** Only in `npm run test:all`: another state, or a list of the same kind. */
  full?: true;
  /** Prepares the state before the load; the page is then not server-rendered. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Runs on the page before the checks. */
  reach?: (page: Page) => Promise<unknown>;
}

export const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

/** Presses a button that sends invalid input. */
export const fail = (button: string) => async (page: Page) => {
  await press(button)(page);
  await expectAlert(page, /.+/);
};

export const dialog = (page: Page) => page.getByRole('dialog');
export const both = { edition: 'both', dark: true } as const;
export const official = { edition: 'official' } as const;
