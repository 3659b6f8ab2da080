/**
 * Every screen of the app by the pattern of its address: what a view is counted under. Ids and queries are no
 * part of it, so nobody's reading can be told from the counts.
 */
export const SCREENS = [
  '/',
  '/login',
  '/signup',
  '/sendPasswordResetEmail',
  '/verify',
  '/reset',
  '/terms',
  '/privacy',
  '/building',
  '/building/:buildingId',
  '/board/question',
  '/board/buildingNotice',
  '/board/festival',
  '/board/new',
  '/board/hot',
  '/board/event',
  '/board/event/:id',
  '/board/notice',
  '/board/notice/:id',
  '/post/:id',
  '/hotpost/:id',
  '/write',
  '/keyword',
  '/keyword/:keywordId/:categoryId',
  '/search',
  '/algoria',
  '/mypage',
  '/mypage/viewprofile',
  '/mypage/scrap',
  '/mypage/myposts',
  '/mypage/viewprofile/changenickname',
  '/mypage/viewprofile/changeEmail',
  '/mypage/viewprofile/changepassword',
  '/mypage/cancelmembership',
  '/consent',
] as const;

export type ScreenName = (typeof SCREENS)[number];
