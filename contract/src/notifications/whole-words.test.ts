import { expect, test } from 'vitest';
import { alertWords } from './rules.ts';
import { alertText, holdsWords } from './whole-words.ts';

const holds = (word: string, text: string) => holdsWords(alertText(text), alertWords(word));

test('[NO-03] an alert matches whole words, with or without particles', () => {
  for (const [word, text] of [
    ['의자', '의자 있나요'],
    ['의자', '“의자”를 찾아요'],
    ['의자', '의자에서만은'],
    ['열람실', '열람실로'],
    ['학식', '(학식)'],
    ['학식', '오늘\n학식은?'],
    ['정수기', '고장난 정수기입니다'],
    ['정수기', '정수기들이'],
    ['열람실', '열람실이면 좋겠어요'],
    ['ai', 'AI를 배워요'],
    ['AI', 'ＡＩ, 그리고'],
    ['AI', 'kim@gmail.com의 AI'],
    ['c++', 'C++도 됩니다'],
    ['node.js', 'node.js로'],
    ['충전기 빌려', '빌려 주세요, 충전기요'],
    ['gmail', 'gmail 주소'],
    ['100%', '100% 할인'],
  ] as const)
    expect([word, text, holds(word, text)]).toEqual([word, text, true]);
});

test('[NO-03] an alert does not match across a space, inside a word or inside an address', () => {
  for (const [word, text] of [
    ['의자', '강의 자료'],
    ['학식', '대학 식당'],
    ['정수기', '정 수기'],
    ['서관', '도서관에서'],
    ['학생', '학생증을 잃어버렸어요'],
    ['AI', 'mail을 보내세요'],
    ['AI', 'kim@gmail.com'],
    ['gmail', 'kim.lee+a@gmail.com으로'],
    ['gmail', '메일은 kim@gmail.com.'],
    ['forms', 'https://forms.gle/ab와'],
    ['forms', 'forms.gle/ab'],
    ['의자', 'www.example.com/의자'],
    ['와이파', '와이파이'],
    ['100%', '1100%'],
    ['충전기 빌려', '충전기가 없어요'],
  ] as const)
    expect([word, text, holds(word, text)]).toEqual([word, text, false]);
});

test('[ML-03] an alert matches a dish whose name ends with its word', () => {
  const dish = (word: string, name: string) => holdsWords(alertText(name), alertWords(word), 'compound');
  expect([dish('돈가스', '치즈돈가스'), dish('돈가스', '돈가스정식'), dish('국수', '미역국 수프')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('text that repeats one letter: read in one pass', () => {
  const text = alertText('가'.repeat(5_000), 'a'.repeat(5_000), 'a.'.repeat(2_500), '@a.'.repeat(2_000));
  expect(holdsWords(text, ['가가', 'aa'])).toBe(false);
});
