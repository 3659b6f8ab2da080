import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openApp } from '../testing/open-app.tsx';

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const count = () => screen.queryAllByRole('alert').length;

test('[CO-03] untouched toast: disappears after 5000 ms; a second one has its own 5000 ms', async () => {
  await openApp('/mypage', { 'GET /api/buildings': { buildings: [] } });
  const shop = await screen.findByRole('button', { name: '상점' });
  vi.useFakeTimers();
  fireEvent.click(shop);
  expect(screen.getByRole('alert').textContent).toContain('준비 중입니다.');
  pass(4_999);
  expect(count()).toBe(1);
  pass(1);
  expect(count()).toBe(0);

  fireEvent.click(shop);
  pass(3_000);
  fireEvent.click(shop);
  pass(4_999);
  expect(count()).toBe(1);
  pass(1);
  expect(count()).toBe(0);
});
