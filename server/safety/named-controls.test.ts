import { InstallationKeys } from '../src/lib/installation-keys.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { composeAccountMail } from '../src/features/accounts/mails.ts';
import { campus } from './properties/inputs.ts';

// Buttons named in the server's texts exist under that name.

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const labelOf = (key: string) =>
  new RegExp(`'${key.replaceAll('.', '\\.')}': '(.+)'`).exec(read('../../web/src/copy.ko.ts'))?.[1];

test('verification mail: names the button with its label in the app', async () => {
  const compose = composeAccountMail(campus, 'https://madang.example', new InstallationKeys());
  const entry = { kind: 'verification', tokenId: null };
  const mail = await compose({} as Parameters<typeof compose>[0], entry as Parameters<typeof compose>[1]);
  expect(mail?.text).toContain(`[${labelOf('verify.submit')}]`);
});

test('demo notices: name the tab with its label in the app', () => {
  const notices = read('../seed/content/notices.txt');
  expect(notices).toContain(`${labelOf('tab.mypage')}의 문의하기`);
  expect(notices).toContain(`${labelOf('tab.mypage')}에서 다시 보내기`);
});
