import type { Random } from './random.ts';

/** Words for the slots of one post and its replies. */
export type SlotWords = Readonly<Record<string, string>>;

/** Particles that depend on whether the previous word ends in a consonant. */
const PARTICLES: Readonly<Record<string, readonly [afterConsonant: string, afterVowel: string]>> = {
  을: ['을', '를'],
  이: ['이', '가'],
  은: ['은', '는'],
  과: ['과', '와'],
  으로: ['으로', '로'],
  이에요: ['이에요', '예요'],
  이요: ['이요', '요'],
};

/**
 * Fills `{slot}` and `{slot:particle}`, and chooses from `[one/other]` at random.
 * The particle is in its form after a consonant: `{item:을}`. Brackets without a slash are unchanged.
 */
export function fillSlots(text: string, slots: SlotWords, random: Random): string {
  return text
    .replace(/\[([^[\]]*\/[^[\]]*)\]/g, (_, choices: string) => random.pick(choices.split('/')))
    .replace(/\{([a-z]+)(?::([가-힣]+))?\}/g, (whole, slot: string, particle: string | undefined) => {
      const word = slots[slot];
      if (word === undefined) throw new Error(`Nobody fills ${whole} in "${text}"`);
      return particle === undefined ? word : word + particleAfter(word, particle);
    });
}

function particleAfter(word: string, particle: string): string {
  const pair = PARTICLES[particle];
  if (!pair) throw new Error(`A particle nobody knows: ${particle}`);
  const ending = finalConsonant(word);
  // `로` also follows ㄹ: 지하철로, 교실로.
  if (particle === '으로') return ending === 0 || ending === 8 ? pair[1] : pair[0];
  return ending === 0 ? pair[1] : pair[0];
}

/** Returns the number of the final consonant of the last syllable, 0 for none; digits as pronounced. */
function finalConsonant(word: string): number {
  const last = word.replace(/[^가-힣0-9A-Za-z]+$/, '').at(-1) ?? '';
  const code = last.charCodeAt(0) - 0xac00;
  if (code >= 0 && code < 11_172) return code % 28;
  if (/[178]/.test(last)) return 8;
  return /[036LMNR]/i.test(last) ? 4 : 0;
}
