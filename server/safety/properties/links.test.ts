import { AGE_RULE_AFTER_DAYS, areLinksHeld, FLOOD_RULES, hasLink } from '@madang/contract/moderation/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const own = { isOwnHost: (host: string) => host === 'madang.example:8080', domain: 'korea.ac.kr' };
const words = fc.stringMatching(/^[가-힣 !?,\n]{0,30}$/);
const label = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/).filter((one) => one !== 'www');
const domain = fc
  .tuple(label, fc.constantFrom('com', 'net', 'co.kr', 'io', 'me'))
  .map((parts) => parts.join('.'));
const path = fc.constantFrom('', '/', '/a/b?c=d', '#e');
const invisible = fc.constantFrom('', '\u200b', '\u2060', '\u00ad');

describe('hasLink', () => {
  it('finds an address in any words, written large, wide or with invisible signs', () => {
    fc.assert(
      fc.property(words, domain, path, words, invisible, (before, name, way, after, sign) => {
        const wide = name.replaceAll('.', '．').replaceAll('c', 'ｃ');
        for (const link of [
          `https://${name}`,
          `HTTP://${name}`,
          `www.${name}`,
          name,
          wide,
          name.toUpperCase(),
        ]) {
          const hidden = link.slice(0, 3) + sign + link.slice(3) + way;
          for (const text of [`${before} ${hidden} ${after}`, `${before}\n${hidden}에서`])
            expect([text, hasLink(text, own)]).toEqual([text, true]);
        }
      }),
    );
  });

  it('finds short links without a scheme', () => {
    for (const text of [
      'han.gl/abc',
      'me2.do/x',
      '여기 forms.gle/x 로',
      'naver.me/Ab1',
      'buly.kr/1',
      '도서관.com',
      't.co/1',
    ])
      expect([text, hasLink(text)]).toEqual([text, true]);
  });

  it('finds none in words, mail addresses, numbers and names of files', () => {
    fc.assert(
      fc.property(words, (text) => {
        expect(hasLink(text)).toBe(false);
      }),
    );
    for (const text of [
      'me@gmail.com 으로',
      '3.5점, 12.30',
      'node.js',
      'readme.md',
      'awww.. 귀여워',
      '다음.',
      'https://',
      'e.g. 이거',
      '...com',
      '@handle',
      '어제 갔어요.me too',
      'src/main.ts/1',
      '오전.오후/저녁',
    ])
      expect([text, hasLink(text)]).toEqual([text, false]);
  });

  it('ignores this site and subdomains of the university, whatever follows', () => {
    const ours = fc.constantFrom('madang.example:8080', 'korea.ac.kr', 'library.korea.ac.kr', 'KOREA.ac.kr');
    const behind = fc.constantFrom('', '에서', ' 로', '.', '에서요!', ')', ', 그리고');
    fc.assert(
      fc.property(ours, path, behind, (host, way, end) => {
        for (const scheme of ['https://', 'http://']) {
          const text = `보세요 ${scheme}${host}${way}${end}`;
          expect([text, hasLink(text, own)]).toEqual([text, false]);
        }
      }),
    );
    expect(hasLink('자료는 library.korea.ac.kr/search 에', own)).toBe(false);
    expect(hasLink('자료는library.korea.ac.kr에서', own)).toBe(false);
  });

  it('rejects an address that only resembles ours', () => {
    const tricks = [
      'https://korea.ac.kr@evil.com',
      'https://korea.ac.kr.evil.com',
      'https://korea.ac.kr@가나.한국',
      'https://korea.ac.kr.한국',
      'https://notkorea.ac.kr',
      'https://evil.com/korea.ac.kr',
      'https://evil.com\\@korea.ac.kr',
      'https://evil.com#korea.ac.kr',
      'https://madang.example',
      'https://korea.ac.kr/x,https://evil.com',
      'https://korea.ac.kr/xhttps://evil.com',
      'https://korea.ac.kr (evil.com)',
      'korea.ac.kr.evil.com',
      'evil。com',
    ];
    for (const text of tricks) expect([text, hasLink(text, own)]).toEqual([text, true]);
  });

  it('checks only links that an edit adds', () => {
    fc.assert(
      fc.property(domain, words, (name, more) => {
        const text = `https://${name} ${more}`;
        expect(hasLink(text, own, text)).toBe(false);
        expect(hasLink(text, own, `${more} https://${name}`)).toBe(false);
        expect(hasLink(`${text} https://x${name}`, own, text)).toBe(true);
        expect(hasLink(text, own, more)).toBe(true);
      }),
    );
  });

  it('reads the longest text in no time', () => {
    for (const piece of ['a', 'a.', 'www.', 'https://', '가-', 'a.com', 'http', '@a', '.com']) {
      const begin = performance.now();
      hasLink(piece.repeat(20_000 / piece.length), own);
      expect([piece, performance.now() - begin < 500]).toEqual([piece, true]);
    }
  });
});

describe('areLinksHeld', () => {
  it('never holds links of older accounts, on a new campus, or with the setting 0', () => {
    const days = fc.double({ min: 0, max: 1_000, noNaN: true });
    const seconds = fc.double({ min: 0, max: 10 * 86_400, noNaN: true });
    fc.assert(
      fc.property(days, seconds, fc.nat({ max: 240 }), (campusAgeDays, accountAge, heldLinkHours) => {
        const held = areLinksHeld({ campusAgeDays, accountAge }, { heldLinkHours });
        expect(held).toBe(campusAgeDays >= AGE_RULE_AFTER_DAYS && accountAge / 3_600 < heldLinkHours);
        expect(areLinksHeld({ campusAgeDays, accountAge }, { heldLinkHours: 0 })).toBe(false);
      }),
    );
    expect(areLinksHeld({ campusAgeDays: 30, accountAge: 86_399 }, FLOOD_RULES)).toBe(true);
  });
});
