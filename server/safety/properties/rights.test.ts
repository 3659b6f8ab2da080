import { hidesByItself, parsePostAddress } from '@madang/contract/moderation/rights-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const isOwn = (host: string) => host === 'madang.example';

test('[MO-12] whatever is typed is an address of this site or refused, and read again it is the same', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.uuid()), (given) => {
      const address = parsePostAddress(given, isOwn);
      if (typeof address === 'string') return;
      expect(address.path).toMatch(/^\/(?:hot)?post\/[0-9a-f-]{36}$/);
      expect(parsePostAddress(address.path, isOwn)).toEqual(address);
    }),
  );
});

test('[MO-12] a request hides by itself only where nothing says that people decide', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (byPeople, byOperator, settledBefore) => {
      expect(hidesByItself({ byPeople, byOperator, settledBefore })).toBe(
        !(byPeople || byOperator || settledBefore),
      );
    }),
  );
});
