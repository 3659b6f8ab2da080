import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { leaveOut } from './leave-out-view-transitions.ts';

const require = createRequire(import.meta.url);
const client = require
  .resolve('react-dom/client')
  .replace(/client\.js$/, 'cjs/react-dom-client.production.js');
const react = readFileSync(client, 'utf8');

test('the React that is installed begins no view transition, and is a program still', () => {
  const without = leaveOut(react);
  expect(without).not.toMatch(/335544064/);
  expect(without).toMatch(/function startViewTransition\([^)]*\) \{ ?return;/);
  expect(() => new Script(without)).not.toThrow();
});

test('another React is not cut by guess', () => {
  expect(() => leaveOut(react.replaceAll('commitExitViewTransitions', 'other'))).toThrow(
    /^React has changed: .*commitExitViewTransitions.* is not found$/,
  );
  expect(() => leaveOut(react.replaceAll('335544064', '1'))).toThrow('React has changed');
});
