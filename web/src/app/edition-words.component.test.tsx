import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makePost } from '../testing/answers.ts';
import { fill, openApp, press } from '../testing/open-app.tsx';
import { CUT, refuse } from '../testing/pretended-server.ts';
import { describe, expectAlert, field, main } from '../testing/reading.ts';
import { body, fillPost, openWrite, submit, title } from '../testing/write-form.ts';

/** Each edition, with the choice between its texts. */
const editions = [
  { edition: 'beta', say: (beta: string, _: string) => beta },
  { edition: 'official', say: (_: string, official: string) => official },
] as const;

test.each(editions)(
  'the $edition edition words a failed sign-in in its own way',
  async ({ edition, say }) => {
    await openApp('/login', { 'POST /api/session': refuse('session.credentials') }, { user: null, edition });
    fill(await screen.findByLabelText('이메일'), 'student@korea.ac.kr');
    fill(field('비밀번호'), 'wrong password');
    await press('로그인');
    await expectAlert(say('비밀번호가 틀렸습니다.', '이메일이나 비밀번호가 맞지 않아요.'));
  },
);

test.each(editions)(
  'the $edition edition words an invalid address and nickname in its own way',
  async ({ edition, say }) => {
    await openApp('/signup', {}, { user: null, edition });
    fill(await screen.findByLabelText('이메일'), '@korea.ac.kr');
    fill(field('닉네임'), '가 나');
    await press('가입하기');
    const address = say('korea.ac.kr 이메일만 사용할 수 있습니다.', '이메일 주소를 끝까지 입력해 주세요.');
    expect(describe(field('이메일'))).toContain(address);
    const nickname = say(
      '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.',
      '닉네임에는 공백이나 특수문자를 쓸 수 없어요.',
    );
    expect(describe(field('닉네임'))).toContain(nickname);
  },
);

test.each(editions)(
  'the $edition edition words a missing title, body or keyword in its own way',
  async ({ edition, say }) => {
    const ALL = '모든 정보를 입력해 주세요.';
    await openWrite('/board/question', {}, { edition });
    await fillPost('', '');
    await submit();
    await expectAlert(say(ALL, '제목을 입력해 주세요.'));
    expect(describe(title())).toBe(say(ALL, '제목을 입력해 주세요.'));
    expect(describe(body())).toBe(say(ALL, '내용을 입력해 주세요.'));
  },
);

test.each(editions)(
  'the $edition edition has its own wording for less than a minute ago',
  async ({ edition, say }) => {
    const posts = [makePost({ createdAt: new Date().toISOString() })];
    await openApp('/board/new', { 'GET /api/posts/latest': { posts } }, { edition });
    expect(await main().findByText(say('0분 전', '방금'))).toBeDefined();
  },
);

test.each(editions)('the $edition edition has its own title for a missing post', async ({ edition, say }) => {
  const post = makePost();
  await openApp(`/post/${post.id}`, { 'GET /api/posts/{id}': refuse('resource.missing') }, { edition });
  expect(
    await screen.findByRole('heading', { name: say('삭제되었거나 없는 게시글', '볼 수 없는 게시글') }),
  ).toBeDefined();
});

test.each(editions)('the $edition edition has its own search placeholder', async ({ edition, say }) => {
  await openApp('/search', {}, { edition });
  expect(
    await screen.findByPlaceholderText(say('찾고 싶은 장소를 입력하세요', '장소나 글을 검색해 보세요')),
  ).toBeDefined();
});

test.each(editions)(
  'the $edition edition words an unreachable server in its own way',
  async ({ edition, say }) => {
    const cut = { 'GET /api/buildings': CUT } as const;
    await openApp('/building', cut, { edition });
    const network = '인터넷 연결이 원활하지 않습니다. 연결을 확인하고 다시 시도해 주세요.';
    expect(
      await main().findByText(say(network, '마당 서버가 잠시 쉬고 있어요. 잠시 후 다시 시도해 주세요.')),
    ).toBeDefined();
  },
);

test('no network: shown in the official edition too', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    await openApp('/building', { 'GET /api/buildings': CUT }, { edition: 'official' });
    expect(
      await main().findByText('인터넷 연결이 원활하지 않습니다. 연결을 확인하고 다시 시도해 주세요.'),
    ).toBeDefined();
    expect(await screen.findByText('오프라인입니다.')).toBeDefined();
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});
