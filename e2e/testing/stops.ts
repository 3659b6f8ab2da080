import type { Page } from '@playwright/test';
import { change } from './edit-forms.ts';
import { leaveOutAnswers } from './faults.ts';
import { expect } from './fixtures.ts';
import { trustLinks } from './mailbox.ts';
import { attachPictures, expectOrder, openTile } from './picture-form.ts';
import { makePicture } from './picture.ts';
import { cardTitles, expectAlert } from './screens.ts';
import { both, dialog, fail, official, press, type Stop } from './stop.ts';
import { attach, body, expectPreview, keywordButton, submit, title } from './write-form.ts';

const write = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: '글쓰기' }).click();
  await expect(title(page)).toBeVisible();
};

/** Works on any page and leaves it. */
const pinTwo = async (page: Page): Promise<void> => {
  await page.goto('/mypage');
  await page.evaluate(() =>
    fetch('/api/profile/pins', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ buildingIds: ['cj-house', 'main-hall'] }),
    }),
  );
};

const operator = { who: 'operator', ...official } as const;

const visitor = { who: 'visitor' } as const;
/** Opened by a valid link. */
const linked = { ...visitor, prepare: trustLinks };

/** Every screen and its main states. */
export const stops: readonly Stop[] = [
  { name: '[RT-02] login', path: '/login', heading: '로그인', ...visitor },
  { name: '[RT-03] sign-up', path: '/signup', heading: '회원가입', ...visitor, ...official },
  { name: 'sign-up with errors', path: '/signup', dark: true, reach: fail('가입하기'), ...visitor },
  {
    name: '[RT-04] forgotten password',
    path: '/sendPasswordResetEmail',
    heading: '비밀번호 재설정',
    ...visitor,
  },
  {
    name: 'new password',
    path: '/reset?token=some',
    heading: '새 비밀번호 정하기',
    ...linked,
  },
  { name: 'reset by code', path: '/reset', heading: '새 비밀번호 정하기', ...visitor },
  { name: 'rights of a visitor', path: '/rights', ...visitor, ...official },
  { name: 'transparency of a visitor', path: '/transparency', ...visitor, ...official },
  {
    name: 'a printed code that is none',
    path: '/at/00000000',
    heading: '안내판 지금',
    ...visitor,
    ...official,
  },
  // The journey of tickets opens a valid link.
  {
    name: 'a link of an office that is none',
    path: '/office',
    heading: '고장 신고 처리',
    ...visitor,
    ...official,
  },
  { name: '[RT-06] home', path: '/', heading: '홈', ...both },
  {
    name: 'home with the chooser',
    full: true,
    dark: true,
    path: '/',
    reach: async (page) => {
      await press('이벤트/공지')(page);
      await expect(dialog(page)).toBeVisible();
    },
  },
  { name: 'terms', path: '/terms', heading: '이용약관' },
  { name: 'privacy', path: '/privacy', heading: '개인정보 처리방침' },
  { name: 'verification', path: '/verify?token=some', heading: '이메일 인증', who: 'newcomer' },
  { name: '[RT-07] buildings', path: '/building', heading: '건물', ...official },
  { name: '[RT-07] building', path: '/building/medical-library', heading: '의학도서관', ...both },
  { name: '[RT-14] question board', path: '/board/question', heading: '질문 게시판', ...both },
  { name: '[RT-14] facility notices', path: '/board/buildingNotice', heading: '시설 공지' },
  { name: '[RT-14] festival board', full: true, path: '/board/festival', heading: '축제 게시판' },
  { name: '[RT-14] latest posts', path: '/board/new', heading: '최신글' },
  { name: '[RT-14] popular posts', path: '/board/hot', heading: '인기글' },
  { name: '[RT-15] events', path: '/board/event', heading: '이벤트' },
  { name: '[RT-15] event', path: '/board/event/{event}' },
  { name: '[RT-15] notices', path: '/board/notice', heading: '공지사항' },
  { name: '[RT-15] notice', path: '/board/notice/{notice}' },
  { name: '[RT-16] post', path: '/post/{post}', heading: /^열람실 자리/, ...both },
  {
    name: 'post, liked',
    full: true,
    path: '/post/{post}',
    reach: async (page) => {
      await page.getByRole('button', { name: /^좋아요/ }).click();
      await press('스크랩')(page);
      await expectAlert(page, '정식 버전에서 다시 만나요!');
    },
  },
  { name: '[RT-16] popular post', path: '/hotpost/{hot}' },
  { name: 'post being edited', path: '/post/{post}/edit', ...official },
  {
    name: '[RT-16] write, the building asked for',
    full: true,
    path: '/write',
    heading: '글쓰기',
    reach: (page) => expect(dialog(page).getByRole('listitem').first()).toBeVisible(),
  },
  { name: '[RT-16] write', path: '/write', heading: '글쓰기', ...official },
  {
    name: 'write with errors and a picture',
    dark: true,
    path: '/board/festival',
    reach: async (page) => {
      await write(page);
      await title(page).fill('가'.repeat(101));
      await body(page).fill('가'.repeat(10_001));
      await attach(page, 'seat.png', 'image/png', makePicture());
      await expectPreview(page);
      await submit(page).click();
      await expect(keywordButton(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'write with pictures and what is said of one',
    full: true,
    path: '/building/law-hall',
    reach: async (page) => {
      await write(page);
      await attachPictures(page, 1, 2, 3, 4, 5);
      await expectOrder(page, 1, 2, 3, 4, 5);
      await openTile(page, 2);
    },
    ...official,
  },
  {
    name: 'write with the keyword picker',
    full: true,
    path: '/board/question',
    reach: async (page) => {
      await write(page);
      await keywordButton(page).click();
      await press('팀플 장소')(page);
    },
  },
  { name: '[RT-10] keywords', path: '/keyword', heading: '어떤 장소를 찾으세요?' },
  { name: '[RT-10] results of a keyword', path: '/keyword/2/1', heading: '팀플 장소 · 인문' },
  { name: '[RT-08] search', path: '/search', heading: '검색' },
  {
    name: 'search with results',
    full: true,
    path: '/search?query=도서관',
    heading: /도서관/,
    dark: true,
    ...official,
  },
  { name: '[RT-09] [SC-42] placeholder', path: '/algoria', heading: '준비중' },
  { name: 'my page of a newcomer', full: true, path: '/mypage', heading: '마이페이지', who: 'newcomer' },
  { name: 'my page', path: '/mypage', heading: '마이페이지', ...both },
  { name: 'profile', path: '/mypage/viewprofile', heading: '프로필' },
  {
    name: 'change of nickname with errors',
    path: '/mypage/viewprofile/changenickname',
    reach: async (page) => {
      await page.getByLabel('닉네임', { exact: true }).fill('관리자');
      await change(page).click();
      await expectAlert(page, '사용할 수 없는 닉네임입니다.');
    },
  },
  { name: 'change of e-mail', path: '/mypage/viewprofile/changeEmail', heading: '이메일 변경' },
  { name: 'change of password', path: '/mypage/viewprofile/changepassword', heading: '비밀번호 변경' },
  { name: 'withdrawal', path: '/mypage/cancelmembership', heading: '회원 탈퇴' },
  { name: 'scraps, none', full: true, path: '/mypage/scrap', heading: '스크랩', who: 'newcomer' },
  {
    name: 'scraps',
    path: '/mypage/scrap',
    reach: (page) => expect(cardTitles(page).first()).toBeVisible(),
  },
  {
    name: 'own posts',
    path: '/mypage/myposts',
    reach: (page) => expect(cardTitles(page).first()).toBeVisible(),
  },

  {
    name: 'home with pinned buildings in order',
    full: true,
    path: '/',
    ...official,
    prepare: pinTwo,
    reach: async (page) => {
      await press('편집')(page);
      await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'the board asked for, nothing found',
    full: true,
    path: '/board/new',
    ...official,
    reach: async (page) => {
      await press('글쓰기')(page);
      await dialog(page).getByRole('textbox').fill('우주정거장');
    },
  },
  {
    name: 'consent to a changed text',
    dark: true,
    path: '/consent',
    heading: '약관 변경 안내',
    prepare: async (page) => {
      await leaveOutAnswers(page);
      await page.route('**/api/session', async (route) => {
        const response = await route.fetch({ maxRetries: 2 });
        const { user } = (await response.json()) as { user: object };
        await route.fulfill({ json: { user: { ...user, consentsDue: ['terms', 'privacy'] } } });
      });
    },
  },
  { name: 'what waits to be sent', path: '/mypage/outbox', heading: '보낼 글' },
  { name: 'inbox', path: '/notifications', heading: '알림', dark: true, ...official },
  { name: 'posts replied to', path: '/mypage/replied', heading: '댓글 단 글', ...official },
  { name: 'keyword alerts', path: '/mypage/alerts', ...official },
  { name: 'settings of the inbox', path: '/mypage/notifications', ...official },
  { name: 'own cases', path: '/mypage/cases', ...official },
  { name: 'blocked people', path: '/mypage/blocks', ...official },
  { name: 'licences', path: '/mypage/licences', ...official },
  { name: '[HT-01] how-to', path: '/mypage/howto', ...official },
  { name: 'view of a building with meals', path: '/building/student-union/view', dark: true, ...official },
  {
    name: 'view of a building with rooms',
    full: true,
    path: '/building/west-hall/view',
    dark: true,
    ...official,
  },
  { name: 'map', path: '/map', heading: '학교 지도', ...official },
  { name: 'map of a kind', full: true, path: '/map?kind=정수기&stepFree=1', dark: true, ...official },
  {
    name: 'what one says of an amenity',
    full: true,
    path: '/building/woodang-hall/view',
    ...official,
    reach: async (page) => {
      await page
        .getByRole('button', { name: /알려 주기$/ })
        .first()
        .click();
      await expect(page.getByRole('button', { name: '없어졌어요', exact: true }).last()).toBeVisible();
    },
  },
  { name: 'what is broken', path: '/tickets', heading: '고장 신고', ...official },
  {
    name: 'new report of something broken',
    path: '/tickets/new',
    heading: '고장 신고하기',
    dark: true,
    ...official,
  },
  { name: 'own tickets', path: '/mypage/tickets', heading: '내 고장 신고', ...official },
  { name: 'emergency numbers', path: '/emergency', heading: '긴급 연락처', ...official },
  { name: 'reported posts', path: '/moderate', ...operator },
  { name: 'tools of operators', path: '/operate', ...operator },
  { name: 'bulletin of operators', path: '/operate/bulletin', ...operator },
  { name: 'new notice', path: '/operate/bulletin/notice/new', ...operator },
  { name: 'people', path: '/operate/people', ...operator },
  { name: 'person', path: '/operate/people/{person}', ...operator },
  { name: 'campus of operators', path: '/operate/campus', ...operator },
  { name: 'amenities of operators', full: true, path: '/operate/campus?part=amenities', ...operator },
  { name: 'voices of operators', full: true, path: '/operate/campus?part=voices', dark: true, ...operator },
  { name: 'meals of operators', full: true, path: '/operate/campus?part=meals', ...operator },
  { name: 'tickets of operators', path: '/operate/tickets', dark: true, ...operator },
  { name: 'numbers', path: '/operate/numbers', dark: true, ...operator },
];
