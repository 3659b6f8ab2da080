import { parsePostAddress } from '@madang/contract/moderation/rights-rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const isOwn = (host: string) => host === 'madang.example';

test('[MO-12] any input: an address of this site or rejected; parsing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.uuid()), (given) => {
      const address = parsePostAddress(given, isOwn);
      if (typeof address === 'string') return;
      expect(address.path).toMatch(/^\/(?:hot)?post\/[0-9a-f-]{36}$/);
      expect(parsePostAddress(address.path, isOwn)).toEqual(address);
    }),
  );
});
