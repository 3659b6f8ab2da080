import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JourneyServer } from '../testing/journey-server.ts';
import { Makers, PASSWORD, type User } from '../testing/makers.ts';
import { openFirefox } from './firefox.ts';
import { expectIn, expectPath, fill, press, see, type Tab } from './tab.ts';
import { openWebKit } from './webkit.ts';

// Core features in Firefox and WebKit, as one continuous student path. docs/by-hand.md lists what they cannot show of phones.

let folder: string;
let server: JourneyServer;
let makers: Makers;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-browsers-'));
  server = new JourneyServer(join(folder, 'data'));
  await server.start();
  makers = new Makers(server.origin);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
])('%s', (_, openTab) => {
  let tab: Tab;
  let user: User;
  const open = (path: string): Promise<void> => tab.open(server.origin + path);

  beforeAll(async () => {
    user = await makers.user();
    tab = await openTab();
  });
  afterAll(() => tab.close());

  test('a visitor is led to the login, which says when a password is wrong', async () => {
    await open('/board/question');
    await expectPath(tab, '/login');
    await fill(tab, 'email', user.email);
    await fill(tab, 'password', 'not the password');
    await press(tab, '로그인');
    await see(tab, '비밀번호가 틀렸습니다.');
  });

  test('logging in leads to the page first asked for', async () => {
    await open('/board/question');
    await fill(tab, 'email', user.email);
    await fill(tab, 'password', PASSWORD);
    await press(tab, '로그인');
    await expectPath(tab, '/board/question');
  });

  test('home shows its tiles, and the chooser leads to the notices', async () => {
    await open('/');
    await see(tab, '인기글');
    await press(tab, '이벤트/공지');
    await expectIn(tab, `document.querySelector('dialog[open]') !== null`);
    await press(tab, '공지사항');
    await expectPath(tab, '/board/notice');
    await expectIn(tab, `document.querySelectorAll('main article, main li').length > 0`);
  });

  test('the building list keeps its category on the way back from a building', async () => {
    await open('/building');
    await press(tab, '이공');
    await expectIn(tab, `location.search.includes('category')`);
    await expectIn(tab, `document.querySelectorAll('main li a').length > 0`);
    await expect.poll(() => tab.click('(//main//li//a)[1]')).toBe(true);
    await expectIn(tab, `/^\\/building\\/.+/.test(location.pathname)`);
    await tab.back();
    await expectPath(tab, '/building');
    await expectIn(tab, `document.querySelector('[role=tab][aria-selected=true]').textContent === '이공'`);
  });

  test('an unfinished post survives a reload, and stands first on its board when it is sent', async () => {
    await open('/building/main-hall');
    await press(tab, '글쓰기');
    await fill(tab, 'title', '창가 자리 비었어요');
    await fill(tab, 'body', '콘센트도 있고 조용해요.');
    await tab.read('location.reload()');
    await expectIn(tab, `document.querySelector('[name=title]')?.value === '창가 자리 비었어요'`);
    await press(tab, '등록');
    await expectPath(tab, '/building/main-hall');
    await expectIn(tab, `document.querySelector('main article').textContent.includes('창가 자리 비었어요')`);
  });

  test('a like colours the heart and counts', async () => {
    const post = await makers.post(user);
    await open(`/post/${post.id}`);
    await press(tab, '좋아요 0');
    await expectIn(tab, `document.querySelector('[aria-pressed=true]')?.ariaLabel === '좋아요 1'`);
  });

  test('a comment is sent, and one of somebody else comes live', async () => {
    const post = await makers.post(user);
    await open(`/post/${post.id}`);
    await fill(tab, '댓글을 입력하세요', '지금도 비어 있나요?');
    await press(tab, '보내기');
    await see(tab, '지금도 비어 있나요?');
    await expectIn(tab, `document.querySelector('textarea').value === ''`);
    await makers.reply(await makers.user({ right: false }), post.id, '네, 아직 비었어요!');
    await see(tab, '네, 아직 비었어요!');
  });

  test('a keyword and a category lead to the posts that carry it', async () => {
    await makers.post(user, { title: '콘센트 많은 열람실', keywords: ['콘센트 장소'] });
    await open('/keyword');
    await press(tab, '콘센트 장소');
    await press(tab, '인문');
    await expectPath(tab, '/keyword/6/1');
    await see(tab, '콘센트 많은 열람실');
  });

  test('nothing is wider than the page', async () => {
    for (const path of ['/', '/building', '/board/new', '/mypage', '/search']) {
      await open(path);
      await expectIn(tab, `document.querySelector('h1') !== null`);
      await expectIn(tab, `document.documentElement.scrollWidth <= innerWidth`);
    }
  });

  test('logging out leads to the login, and nothing private comes back', async () => {
    await open('/mypage');
    await see(tab, user.nickname);
    await press(tab, '로그아웃');
    await expectPath(tab, '/login');
    await tab.back();
    await expectIn(tab, `document.querySelector('[name=password]') !== null`);
    await expectIn(tab, `!document.body.textContent.includes(${JSON.stringify(user.nickname)})`);
  });
});
