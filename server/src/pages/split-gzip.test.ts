import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beginGzip, endGzip } from './pages.ts';

test('a beginning that was compressed once is whole gzip with any end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ maxLength: 5_000 }),
      fc.array(fc.string(), { maxLength: 3 }),
      async (start, ends) => {
        const begun = await beginGzip(Buffer.from(start));
        for (const end of ['', ...ends]) {
          const whole = endGzip(begun, Buffer.from(end));
          expect(gunzipSync(whole).toString()).toBe(Buffer.from(start + end).toString());
        }
      },
    ),
    { numRuns: 50 },
  );
});
