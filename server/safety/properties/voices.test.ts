import { CROWDS, hear } from '@madang/contract/places/crowd';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const NOW = 1_000_000;

const anyReports = fc.array(
  fc.record({
    crowd: fc.constantFrom(...CROWDS, null),
    quiet: fc.boolean(),
    byCode: fc.boolean(),
    minute: fc.integer({ min: NOW - 60, max: NOW }),
    count: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 12 },
);
test('[PL-04] crowd reports: order, lossless waiting and doubling change nothing; mirrored reports mirror the result', () => {
  fc.assert(
    fc.property(anyReports, fc.constantFrom(...CROWDS, null), (voices, usual) => {
      const heard = hear(voices, NOW, usual);
      expect(hear(voices.toReversed(), NOW, usual)).toEqual(heard);
      const counted = voices.filter(({ minute }) => minute > NOW - 45);
      expect(hear(counted, NOW, usual)).toEqual(heard);
      expect(hear(counted, Math.max(0, ...counted.map(({ minute }) => minute)), usual)).toEqual(heard);
      const split = voices.flatMap((one) => Array.from({ length: one.count }, () => ({ ...one, count: 1 })));
      expect(hear(split, NOW, usual)).toEqual(heard);
      const said = new Set(counted.map(({ crowd }) => crowd));
      if (heard.now && heard.now !== 'split') expect(said.has(heard.now)).toBe(true);
      const mirror = { free: 'crowded', normal: 'normal', crowded: 'free' } as const;
      const mirrored = voices.map((one) => ({ ...one, crowd: one.crowd && mirror[one.crowd] }));
      expect(hear(mirrored, NOW, null).now === 'split').toBe(hear(voices, NOW, null).now === 'split');
    }),
  );
});
