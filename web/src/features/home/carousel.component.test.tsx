import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeEvent } from '../../testing/answers.ts';
import { hands, holdClock, openApp, passTime, press } from '../../testing/open-app.tsx';

const events = ['하나', '둘', '셋', '넷', '다섯'].map((title) => ({ ...makeEvent(), title }));

const carousel = () =>
  document.querySelector<HTMLElement>('[aria-roledescription=carousel]') ?? document.body;
const shown = () => within(carousel()).getByRole('link').textContent;
const expectShown = (title: string) => waitFor(() => expect(shown()).toBe(title));
const dot = (n: number) => screen.getByRole('button', { name: `${n}번째 이벤트 보기` });

async function openHome(still = false): Promise<void> {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: still }));
  await openApp('/', { 'GET /api/events': { events }, 'GET /api/buildings': { buildings: [] } });
  await waitFor(() => expect(carousel()).not.toBe(document.body));
  await expectShown('하나');
  // The motion loads later.
  await passTime(0.1);
}

beforeEach(holdClock);

test('[SC-01] carousel: advances by itself, loops, and pauses on request', async () => {
  await openHome();
  for (const title of ['둘', '셋', '넷', '다섯', '하나']) {
    await passTime(2);
    await expectShown(title);
  }
  await press('자동 넘김 멈추기');
  const before = shown();
  await passTime(9);
  expect(shown()).toBe(before);
});

test('carousel: static with reduced motion', async () => {
  await openHome(true);
  await passTime(9);
  expect(shown()).toBe('하나');
  expect(screen.queryByRole('button', { name: /멈추기/ })).toBeNull();
});

test('carousel: continues after play or a dot, which keeps the focus, and pauses with keyboard focus', async () => {
  await openHome();
  await press('자동 넘김 멈추기');
  await press('자동 넘김 시작');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('자동 넘김 멈추기');
  await passTime(2);
  await expectShown('둘');
  await hands.click(dot(3));
  expect(document.activeElement).toBe(dot(3));
  await expectShown('셋');
  await passTime(2);
  await expectShown('넷');

  const slide = within(carousel()).getByRole('link');
  const matches = slide.matches.bind(slide);
  vi.spyOn(slide, 'matches').mockImplementation(
    (selector) => selector === ':focus-visible' || matches(selector),
  );
  act(() => void fireEvent.focusIn(slide));
  await passTime(9);
  expect(shown()).toBe('넷');
});
