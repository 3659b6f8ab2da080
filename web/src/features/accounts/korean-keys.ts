/** English keys of Korean letters in the standard two-set layout. */
const INITIALS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const FINALS = ' r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ');
/** Single letters from ㄱ on, in Unicode order. */
const LOOSE =
  'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(
    ' ',
  );

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FIRST_LOOSE = 0x3131;

/** Returns the keys pressed for the text: 안녕 is `dkssud`. Other text stays. */
export function toKeys(text: string): string {
  return [...text.normalize('NFC')].map(keysOf).join('');
}

function keysOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return LOOSE[code - FIRST_LOOSE] ?? letter;
  const place = code - FIRST_SYLLABLE;
  const initial = INITIALS[Math.floor(place / (VOWELS.length * FINALS.length))];
  const vowel = VOWELS[Math.floor(place / FINALS.length) % VOWELS.length];
  return `${initial}${vowel}${FINALS[place % FINALS.length]}`;
}
