import { expect, test } from 'vitest';
import { parsePostAddress, postAddressProblem, rightsReasonProblem } from './rights-rules.ts';

const ID = '0190c0de-0000-7000-8000-00000000abcd';
const isOwn = (host: string) => host === 'madang.example' || host === 'localhost:3000';
const read = (address: string) => parsePostAddress(address, isOwn);
const post = { path: `/post/${ID}`, kind: 'post', id: ID };

test.each([
  `https://madang.example/post/${ID}`,
  `HTTPS://Madang.Example/Post/${ID.toUpperCase()}/`,
  `http://localhost:3000/post/${ID}?from=mail#top`,
  `madang.example/post/${ID}`,
  `//madang.example/post/${ID}`,
  `  /post/${ID}\n`,
  `post/${ID}`,
  `「 https://madang.example/post/${ID} 」.`,
  `<https://madang.example/post/${ID}>`,
  `https://madang.example/post/\u200b${ID}`,
  `ｈｔｔｐｓ：／／madang.example／post／${ID}`,
  ID,
])('[MO-12] post address: parsed as users paste it: %s', (address) => {
  expect(read(address)).toEqual(post);
});

test('[MO-12] popular post: has its own address', () => {
  expect(read(`https://madang.example/hotpost/${ID}`)).toEqual({
    path: `/hotpost/${ID}`,
    kind: 'hot',
    id: ID,
  });
});

test.each([
  ['', 'required'],
  [' \u200b ', 'required'],
  [`https://example.com/post/${ID}`, 'address.foreign'],
  [`https://madang.example.evil.example/post/${ID}`, 'address.foreign'],
  [`https://madang.example@evil.example/post/${ID}`, 'address.foreign'],
  [`evil.example/post/${ID}`, 'address.foreign'],
  [`https://madang.example:8443/post/${ID}`, 'address.foreign'],
  ['https://madang.example/', 'invalid'],
  ['/post/1', 'invalid'],
  [`/post/${ID}/edit`, 'invalid'],
  [`/board/event/${ID}`, 'invalid'],
  ['도서관 글이요', 'invalid'],
  [`javascript:alert(1)//post/${ID}`, 'invalid'],
])('[MO-12] address that is no post here: refused with the reason: %s', (address, problem) => {
  expect(read(address)).toBe(problem);
  expect(postAddressProblem(address, isOwn)).toBe(problem);
});

test('[MO-12] reason: required and limited in length', () => {
  expect(rightsReasonProblem(' \u200b\n')).toBe('required');
  expect(rightsReasonProblem('가'.repeat(2_000))).toBeNull();
  expect(rightsReasonProblem('가'.repeat(2_001))).toBe('tooLong');
});
