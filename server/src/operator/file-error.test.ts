import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { deniedError } from './terminal.ts';

test('inaccessible file: named with the user and what to do', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: 'week.html' });
  const line = `${resolve('week.html')} cannot be used by the user ${userInfo().username} (EACCES); give that user the right to, or name a place that it may use`;
  expect(deniedError(denied)?.message).toBe(line);
  expect(deniedError(denied, '/root/poster.png')?.message).toMatch(/^\/root\/poster\.png cannot be used by/);
});

test('any other failure, and a refusal without a path: returns null', () => {
  expect(deniedError(Object.assign(new Error('full'), { code: 'ENOSPC', path: '/x' }))).toBeNull();
  expect(deniedError(Object.assign(new Error('denied'), { code: 'EACCES' }))).toBeNull();
});
