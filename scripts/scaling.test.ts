import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MARK = /\((?:run|simulated|read)(?:[,:;][^)]*)?\)/;

/** Returns sentences of the text, items of lists, and rows of tables; table headings need no mark. */
function claimsOf(text: string): string[] {
  const blocks = text.split(/\n{2,}/).filter((block) => !/^(?:#|```|<!--)/.test(block));
  return blocks.flatMap((block) => {
    if (block.startsWith('|')) return block.trim().split('\n').slice(2);
    const items = block.split(/^- /m).filter(Boolean);
    return items.flatMap((item) =>
      item
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?]) (?=[A-Z`[*])/),
    );
  });
}

test('docs/scaling.md: every sentence and row names its evidence: run, simulated or read', () => {
  const claims = claimsOf(readFileSync(new URL('../docs/scaling.md', import.meta.url), 'utf8'));
  expect(claims.length).toBeGreaterThan(40);
  expect(claims.filter((claim) => !MARK.test(claim))).toEqual([]);
});

test('sentence without evidence: found, also in a list or table', () => {
  const text =
    '# Title\n\nOne (run). Two.\n\n- Three (read).\n- Four\n  goes on.\n\n| a | b |\n| - | - |\n| 1 | 2 |';
  expect(claimsOf(text).filter((claim) => !MARK.test(claim))).toEqual(['Two.', 'Four goes on.', '| 1 | 2 |']);
});
