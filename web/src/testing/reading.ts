import { act, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { toasts } from '../ui/toast-store.ts';

/** What the screen shows between header and footer. */
export const main = () => within(screen.getByRole('main'));

/** Where the app is. */
export const path = (): string => `${window.location.pathname}${window.location.search}`;

export const expectPath = (expected: string): Promise<void> => waitFor(() => expect(path()).toBe(expected));

/** A message, in the toast or in the page. The toast is taken away: the next one must be said again. */
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

/** What a screen reader says of a field beside its name. */
export const describe = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** The message beside a field, tied to it for screen readers. */
export async function expectFieldError(element: Element, text: string): Promise<void> {
  await waitFor(() => expect(isWrong(element)).toBe(true));
  expect(describe(element)).toContain(text);
}

/** The titles of a list's cards, in order. */
export const cardTitles = (): (string | null)[] =>
  [...document.querySelectorAll('main h2 a')].map(({ textContent }) => textContent);

export const expectTitles = (titles: readonly string[]): Promise<void> =>
  waitFor(() => expect(cardTitles()).toEqual(titles));
