import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTerminal } from './terminal.ts';

/**
 * A window title, a cleared screen, C1's shorter forms, reversed letters, a joiner, a tag outside the first plane.
 */
const HOSTILE = '\u001b]0;x\u0007\u001b[2J\u009b2J\u0085\u007f\r\u202e\u200d\u{e0041}';

function record() {
  const output: string[] = [];
  const put = (text: string) => void output.push(text);
  return { output, terminal: openTerminal({ write: put, complain: put, screen: null }) };
}

test('students’ text: cannot control the terminal, wherever it is printed', () => {
  const { output, terminal } = record();
  terminal.line(`글 ${HOSTILE}\n0  1 deleted`);
  terminal.table(['title', 'likes'], [[`글${HOSTILE}\n0  0`, 3]]);
  terminal.facts({ title: `글${HOSTILE}`, body: `한 줄\r\n${HOSTILE}두 줄`, tags: [HOSTILE, 'a'] });
  terminal.complain(`operator: ${HOSTILE} is not there`);
  for (const text of output) expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(output[0]).toMatch(/^글 \]0;x\[2J2J +0 {2}1 deleted\n$/);
  // One row is one line whatever it contains, and columns stay aligned.
  expect(output.slice(1, 3)).toEqual(['title              likes\n', '글]0;x[2J2J  0  0  3\n']);
  expect(output.slice(3, 6).map((text) => text.slice(0, 6))).toEqual(['title ', 'body  ', '      ']);
});

test('JSON: scripts read the exact text, and it cannot control a terminal', () => {
  const { output, terminal } = record();
  terminal.json({ title: HOSTILE, emoji: '👨‍👩‍👧' });
  expect(output.join('')).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(output.join(''))).toEqual({ title: HOSTILE, emoji: '👨‍👩‍👧' });
});

test('operator: never writes past its terminal', () => {
  const folder = import.meta.dirname;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  expect(sources.length).toBeGreaterThan(30);
  const writing = sources.filter((name) =>
    /process\.(stdout|stderr)|console\./.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(writing).toEqual(['main.ts']);
});
