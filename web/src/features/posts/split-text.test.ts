import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { foldText, pathInApp, readAddress, splitAddresses, squeezeBlankLines } from './split-text.ts';

test('empty lines: at most two in a row, also with spaces or invisible characters', () => {
  expect(squeezeBlankLines(`가${'\n'.repeat(1_998)}나`)).toBe('가\n\n\n나');
  expect(squeezeBlankLines(`가\n${' \n\u2800\n\u3164\n'.repeat(9)}나`)).toBe('가\n \n\u2800\n나');
  for (const text of ['가\n나', '가\n\n나', '가\n\n\n나', '  들여 쓴 줄\n'])
    expect(squeezeBlankLines(text)).toBe(text);
});

test('long text: cut by lines or letters, losing nothing', () => {
  for (const text of [
    '줄\n'.repeat(40),
    '가'.repeat(2_000),
    'a b '.repeat(900),
    '👍🏽'.repeat(300),
    '\n'.repeat(99),
  ]) {
    const [shown, rest] = foldText(text, 10);
    expect(shown + rest).toBe(text);
    expect([shown.length > 0, rest.length > 0, shown.length < text.length / 2]).toEqual([true, true, true]);
    expect(rest).not.toMatch(/^[\p{Cs}\p{M}]/u);
  }
});

test('slightly longer text: shown whole', () => {
  for (const text of ['', '가', '줄\n'.repeat(14), '가'.repeat(280)])
    expect(foldText(text, 10)).toEqual([text, '']);
});

test('words and addresses are not cut', () => {
  expect(foldText(`${'가'.repeat(195)} 도서관입니다 ${'나'.repeat(300)}`, 10)[0]).toBe(
    `${'가'.repeat(195)} `,
  );
  const address = `https://example.com/${'a'.repeat(300)}`;
  expect(foldText(`${'가'.repeat(190)} ${address} ${'나'.repeat(300)}`, 10)[0]).toBe(`${'가'.repeat(190)} `);
  expect(foldText(`${address}${'a'.repeat(300)} 나`, 10)).toEqual([`${address}${'a'.repeat(300)}`, ' 나']);
});

const addressesOf = (text: string) =>
  splitAddresses(text).filter((piece, place) => place % 2 === 1 && readAddress(piece));

describe('splitAddresses', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['여기https://example.com/a?b=c&d=%ED%95%9C#e 보세요', 'https://example.com/a?b=c&d=%ED%95%9C#e'],
    ['HTTPS://Example.COM/A', 'HTTPS://Example.COM/A'],
    ['http://localhost:3000/post/1', 'http://localhost:3000/post/1'],
    ['http://127.0.0.1:43210/a', 'http://127.0.0.1:43210/a'],
    ['https://my_site.tistory.com/1', 'https://my_site.tistory.com/1'],
    // Followed by particles and the rest of the sentence.
    ['https://example.com에서', 'https://example.com'],
    ['https://example.com/a1에서 봤어요', 'https://example.com/a1'],
    ['https://example.com/에서', 'https://example.com/'],
    ['https://example.com:8080은', 'https://example.com:8080'],
    ['https://example.com/w/도서관은 여기', 'https://example.com/w/도서관은'],
    ['https://example.com/?q=1ㅋㅋㅋ', 'https://example.com/?q=1'],
    ['https://example.com입니다.그래서', 'https://example.com'],
    ['https://example.com/a.그래서', 'https://example.com/a'],
    // Followed by punctuation, or in brackets.
    ['https://example.com/.', 'https://example.com/'],
    ['https://example.com?!', 'https://example.com'],
    ['https://example.com/a~~', 'https://example.com/a'],
    ['(https://example.com/a)', 'https://example.com/a'],
    ['(https://example.com/a_(b))', 'https://example.com/a_(b)'],
    ['[참고](https://example.com/a).', 'https://example.com/a'],
    ['(https://example.com/a)에서', 'https://example.com/a'],
    ['"https://example.com/a"', 'https://example.com/a'],
    ['<https://example.com/a>', 'https://example.com/a'],
    ['<a href="https://example.com/a">x</a>', 'https://example.com/a'],
    ['“https://example.com/a”', 'https://example.com/a'],
    ['「https://example.com/a」', 'https://example.com/a'],
    ['https://forms.gle/AbCd1234(구글폼)으로', 'https://forms.gle/AbCd1234'],
    ['https://forms.gle/AbCd1234(으)로', 'https://forms.gle/AbCd1234'],
    [
      'https://ko.wikipedia.org/wiki/%EC%95%88_(%EC%84%9C%EC%9A%B8) 참고',
      'https://ko.wikipedia.org/wiki/%EC%95%88_(%EC%84%9C%EC%9A%B8)',
    ],
    ['https://ko.wikipedia.org/wiki/안암동_(서울)에서', 'https://ko.wikipedia.org/wiki/안암동_(서울)'],
    ['https://msdn.example.com/ms682437(v=vs.85).aspx', 'https://msdn.example.com/ms682437(v=vs.85).aspx'],
    ['https://map.example.com/search/고려대%20카페', 'https://map.example.com/search/고려대%20카페'],
    ['https://example.com/%ED%95%9C에서', 'https://example.com/%ED%95%9C'],
    ['https://example.com/%ED%95%9C으로 가요', 'https://example.com/%ED%95%9C'],
    // Other scripts, unchanged.
    ['https://도서관.한국에서', 'https://도서관.한국'],
    ['https://도서관.한국/열람실', 'https://도서관.한국/열람실'],
    ['https://도서관.com/순위', 'https://도서관.com/순위'],
    ['http://192.0.2.1/', 'http://192.0.2.1/'],
    ['https://namu.wiki/w/고려대학교 참고', 'https://namu.wiki/w/고려대학교'],
    ['https://пример.рф/a', 'https://пример.рф/a'],
    ['https://xn--3e0b707e.xn--3e0b707e/', 'https://xn--3e0b707e.xn--3e0b707e/'],
    // A bidirectional control ends it.
    ['https://example.com/\u202Egpj.exe', 'https://example.com/'],
    ['https://example.com\\@evil.example', 'https://example.com'],
  ])('in %s finds the address %s', (text, address) => {
    expect(addressesOf(text)).toEqual([address]);
  });

  it.each([
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'xhttps://example.com',
    'example.com',
    'www.example.com',
    'http:///example.com',
    'https://',
    'https://가나다',
    'https://example',
    'https://k리그.com',
    'https://a.kr,https://b.kr',
    'https://korea.ac.kr@evil.example/login',
    'https://korea.ac.kr:443@evil.example',
    'https://user:password@evil.example',
    'https://user@korea.ac.kr',
    'https://example.com:99999/',
    'https://999.999.999.999/',
    '\u202Ehttps\u202C://example.com',
  ])('finds none in %s', (text) => {
    expect(addressesOf(text)).toEqual([]);
  });

  it('finds several addresses, and the text between them', () => {
    expect(splitAddresses('첫째 https://a.kr, 둘째\nhttps://b.kr/c에서!')).toEqual([
      '첫째 ',
      'https://a.kr',
      ', 둘째\n',
      'https://b.kr/c',
      '에서!',
    ]);
  });

  const parts = fc.constantFrom(
    ...'javascript: data: ftp:// localhost example .com .한국 .kr 도서관 에서 xn-- %ED // .. :80 @'.split(
      ' ',
    ),
    'https://',
    'http://',
    '은 ',
    ...' \n\u202E\u200B😀',
    ...'/:?#()[]%.,!~\'"<>\\-_@é１ㅋя8',
  );
  const texts = fc.oneof(
    fc.array(parts, { maxLength: 40 }).map((words) => words.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('loses and adds no letter', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(splitAddresses(text).join('')).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds only addresses that lead where they seem to', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const address of addressesOf(text)) {
          const { protocol, username, password, host } = new URL(address);
          expect(['http:', 'https:']).toContain(protocol);
          expect([username, password]).toEqual(['', '']);
          expect(host).not.toBe('');
          expect(address).not.toMatch(/[\s<>"\\\u200B\u202E]|[.,;:!?'*~]$/);
          // An address alone is matched whole.
          expect(addressesOf(address)).toEqual([address]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['https://a.', 'https://a.b)))', 'https://가.나', '(', 'https://', 'https://a.kr/', 'a.', '에서'])(
    'handles the longest text of %s quickly',
    (part) => {
      const text = `https://a.kr/${part.repeat(100_000 / part.length)}`;
      // A backtracking search would take minutes.
      for (const long of [text, text.slice('https://a.kr/'.length)])
        expect(splitAddresses(long).join('')).toBe(long);
    },
  );
});

describe('pathInApp', () => {
  const origin = 'https://madang.example';
  it.each([
    ['https://madang.example', '/'],
    ['https://madang.example/post/1?a=b#c', '/post/1?a=b#c'],
    ['HTTPS://MADANG.example:443/board/festival?filter=2', '/board/festival?filter=2'],
    // Never an address with two leading slashes: it would lead to another site.
    ['https://madang.example//post/evil.example', '/post/evil.example'],
    ['https://madang.example/\\\\post/evil.example', '/post/evil.example'],
    ['https://madang.example/%2f/post/1', null],
    ['https://madang.example/images/posts/1/large.webp', null],
    ['https://madang.example/api/profile', null],
    ['http://madang.example/post/1', null],
    ['https://madang.example:8443/post/1', null],
    ['https://madang.example.evil.example/post/1', null],
    ['https://evil.example/post/1', null],
  ])('%s leads to %s', (address, path) => {
    expect(pathInApp(new URL(address), origin, 'beta')).toBe(path);
  });
});
