import { expect, test } from 'vitest';
import { drawDays } from './day-plot.ts';

const days = (values: readonly number[]) =>
  values.map((value, index) => ({ day: `2026-03-${String(index + 1).padStart(2, '0')}`, value }));

test('drawing: has a name, a column for each nonempty day, and dark colours', () => {
  const svg = drawDays({ title: 'posts "by" <day>', points: days([0, 3, 0, 1_200]) });
  expect(svg).toContain('<svg role="img" aria-label="posts &quot;by&quot; &lt;day&gt;" ');
  expect(svg).toContain('prefers-color-scheme: dark');
  expect(svg).toContain('03/04');
  expect(svg).not.toMatch(/<script|class="zr|ecmeta|CDATA/);
});

test('empty days: included, and equal figures make equal drawings', () => {
  const empty = drawDays({ title: 'none', points: days([0, 0, 0]) });
  expect(empty).toContain('</svg>');
  expect(drawDays({ title: 'none', points: days([0, 0, 0]) })).toBe(empty);
  expect(drawDays({ title: 'no days', points: [] })).toContain('</svg>');
});
