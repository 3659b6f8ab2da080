import { firstParagraph } from '@madang/contract/text/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { Database } from '../../database/database.ts';

let database: Database;
beforeAll(async () => {
  ({ database } = await openTestDatabase());
});
afterAll(() => database.close());

test('[SC-17] the stored preview is the contract’s first paragraph, whatever the text', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ' ',
      '\n',
      '\n\n',
      '\t',
      '\r\n',
      '\u000B',
      '\u00A0',
      '\u3000',
      '\uFEFF',
      '\u2028',
      '\u200B',
      '…',
    ),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('조용해요. ', '👩‍👩‍👧 ', '가'.repeat(150), '.', '\\n', '*', '$'),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('').replaceAll('\0', ''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), async (texts) => {
      const rows = await database.rows<{ preview: string }>(
        'SELECT first_paragraph(body) AS preview FROM unnest($1::text[]) WITH ORDINALITY AS one (body, place) ORDER BY place',
        [texts],
      );
      expect(rows.map(({ preview }) => preview)).toEqual(texts.map((body) => firstParagraph(body)));
    }),
    { numRuns: 60 },
  );
});
