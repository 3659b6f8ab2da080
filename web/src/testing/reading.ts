import { act, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { toasts } from '../lib/toast-store.ts';

/** Queries the content between header and footer. */
export const main = () => within(screen.getByRole('main'));

/** Returns path and query of the address. */
export const path = (): string => `${window.location.pathname}${window.location.search}`;

export const expectPath = (expected: string): Promise<void> => waitFor(() => expect(path()).toBe(expected));

/** Expects a message, as toast or in the page. Dismisses the toast, to detect the next. */
export async function expectAlert(text: string): Promise<void> {
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(text),
    ),
  );
  act(toasts.dismiss);
}

export const field = (label: string): HTMLInputElement => screen.getByLabelText(label, { exact: true });

export const isWrong = (element: Element): boolean => element.getAttribute('aria-invalid') === 'true';

/** Returns a field's accessible description. */
export const describe = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Expects an error below a field, linked for screen readers. */
export async function expectFieldError(element: Element, text: string): Promise<void> {
  await waitFor(() => expect(isWrong(element)).toBe(true));
  expect(describe(element)).toContain(text);
}

/** Returns the titles of a list's cards, in order. */
export const cardTitles = (): (string | null)[] =>
  [...document.querySelectorAll('main h2 a')].map(({ textContent }) => textContent);

export const expectTitles = (titles: readonly string[]): Promise<void> =>
  waitFor(() => expect(cardTitles()).toEqual(titles));
