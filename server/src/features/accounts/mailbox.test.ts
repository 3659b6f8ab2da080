import { expect, test } from 'vitest';
import { foldMailbox } from './account-rows.ts';

test.each([
  ['kim@gmail.com', 'kim@gmail.com'],
  ['K.i.m@Gmail.com', 'kim@gmail.com'],
  ['k.i.m+library@googlemail.com', 'kim@gmail.com'],
  ['kim+library@korea.ac.kr', 'kim@korea.ac.kr'],
  ['k.i.m@korea.ac.kr', 'k.i.m@korea.ac.kr'],
  ['k.i.m@example.com', 'k.i.m@example.com'],
  ['k.i.m@sub.gmail.com', 'k.i.m@sub.gmail.com'],
  ['...', '...'],
  ['', ''],
])('bans and limits: %j counts as %j', (email, mailbox) => expect(foldMailbox(email, {})).toBe(mailbox));

test('bans and limits: only domains that the campus names ignore dots', () => {
  const settings = { dotlessMailDomains: ['korea.ac.kr'] };
  expect(foldMailbox('k.i.m@korea.ac.kr', settings)).toBe('kim@korea.ac.kr');
  expect(foldMailbox('k.i.m@gmail.com', settings)).toBe('k.i.m@gmail.com');
  expect(foldMailbox('k.i.m@gmail.com', { dotlessMailDomains: [] })).toBe('k.i.m@gmail.com');
});
