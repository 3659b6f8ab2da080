import type { Edition } from './campus/rules.ts';

/** One screen of the app. */
export interface Screen {
  /** Its address; `:names` stand for one segment each. Views are counted under it, so nobody's reading can be told. */
  path: `/${string}`;
  /** Names its component's file: see {@link screenFile}. */
  module: string;
  /** Who is shown it: users, where nothing is said. Anyone else who comes is led to the login, or home. */
  audience?: 'visitor' | 'everybody';
  /**
   * What the header shows a user [FR-01 to FR-08]; the logo where nothing is said, with the way to the inbox beside it at
   * `bell`. A visitor always sees the logo.
   */
  header?: 'hidden' | 'title' | 'building' | 'keyword' | 'bell';
  /** The list that the header's title leads to. */
  titleTo?: string;
  /** What stands below it for a user: the tab bar, the floating write button, or nothing. */
  footer?: 'tabs' | 'write';
  /** The write button of the official edition where it is another: it asks for the board first, or there is none. */
  penOfficially?: 'picker' | 'none';
  /** Where the back arrow leads when there is no page of the app to go back to; null is no arrow. */
  parent: string | null;
  /**
   * What it asks the API as soon as it is shown, whatever comes of it: the page brings these answers along. `:name` comes
   * from its address, `{name:one|other}` from the query, the first where the query names none of them.
   */
  asks?: readonly `/api/${string}`[];
  /**
   * The names of the query that it reads beside those, before it takes over from the server's drawing: what stands there under
   * other names changes nothing of that. Of a screen of the viewer's `own`, what a visitor is shown.
   */
  reads?: readonly string[];
  /** What it asks beside in the official edition. */
  asksOfficially?: readonly `/api/${string}`[];
  /** It shows what belongs to the viewer alone: the server draws its frame, the browser the rest. */
  own?: true;
  /** The edition that has it; in the other it is an unknown address. Nothing: both. */
  edition?: Edition;
}

/** Every screen of the app, the first that fits an address is shown; read by `screens.ts`. */
export const screens = [
  {
    path: '/',
    module: 'home/home',
    header: 'bell',
    footer: 'tabs',
    penOfficially: 'picker',
    parent: null,
    asks: ['/api/events'],
    asksOfficially: ['/api/home'],
  },
  { path: '/login', module: 'accounts/login', audience: 'visitor', parent: null, reads: ['next'] },
  { path: '/signup', module: 'accounts/sign-up', audience: 'visitor', parent: '/login', reads: ['next'] },
  {
    path: '/sendPasswordResetEmail',
    module: 'accounts/forgotten-password',
    audience: 'visitor',
    parent: '/login',
  },
  {
    path: '/verify',
    module: 'accounts/verify',
    audience: 'everybody',
    own: true,
    parent: '/',
    reads: ['token', 'next'],
  },
  {
    path: '/reset',
    module: 'accounts/reset',
    audience: 'everybody',
    own: true,
    parent: '/',
    reads: ['token', 'undo'],
  },
  {
    path: '/rights',
    module: 'moderation/rights',
    audience: 'everybody',
    own: true,
    parent: '/',
    reads: ['token', 'post', 'reply'],
    edition: 'official',
  },
  {
    path: '/transparency',
    module: 'moderation/transparency',
    audience: 'everybody',
    own: true,
    parent: '/',
    edition: 'official',
  },
  {
    path: '/terms',
    module: 'accounts/terms',
    audience: 'everybody',
    parent: '/',
    asks: ['/api/legal/terms'],
  },
  {
    path: '/privacy',
    module: 'accounts/privacy',
    audience: 'everybody',
    parent: '/',
    asks: ['/api/legal/privacy'],
  },
  {
    path: '/building',
    module: 'buildings/building-list',
    footer: 'tabs',
    parent: '/',
    asks: ['/api/buildings'],
    reads: ['category'],
  },
  {
    path: '/building/:buildingId',
    module: 'buildings/building',
    header: 'building',
    footer: 'write',
    parent: '/building',
    asks: ['/api/buildings/:buildingId', '/api/buildings/:buildingId/posts?order={sort:recent|popular}'],
  },
  {
    path: '/map',
    module: 'place/map',
    header: 'title',
    parent: '/building',
    asks: ['/api/campus/pack'],
    reads: ['at'],
    edition: 'official',
  },
  {
    path: '/emergency',
    module: 'place/emergency',
    header: 'title',
    parent: '/mypage',
    asks: ['/api/campus/pack'],
    edition: 'official',
  },
  {
    path: '/board/question',
    module: 'boards/question',
    footer: 'write',
    parent: '/',
    asks: ['/api/buildings/question', '/api/buildings/question/posts?order={sort:recent|popular}'],
  },
  {
    path: '/board/buildingNotice',
    module: 'boards/facility-notice',
    footer: 'write',
    penOfficially: 'none',
    parent: '/',
    asks: [
      '/api/buildings/buildingNotice',
      '/api/buildings/buildingNotice/posts?order={sort:recent|popular}',
    ],
  },
  {
    path: '/board/festival',
    module: 'boards/festival',
    footer: 'write',
    parent: '/',
    asks: ['/api/buildings/festival', '/api/festival/posts?filter={filter:0|1|2}'],
  },
  {
    path: '/board/new',
    module: 'boards/latest',
    header: 'title',
    penOfficially: 'picker',
    parent: '/',
    asks: ['/api/posts/latest'],
  },
  {
    path: '/board/hot',
    module: 'boards/hot',
    header: 'title',
    penOfficially: 'picker',
    parent: '/',
    asks: ['/api/hots'],
  },
  {
    path: '/board/event',
    module: 'bulletin/event-list',
    header: 'title',
    titleTo: '/board/event',
    parent: '/',
    asks: ['/api/events'],
  },
  {
    path: '/board/event/:id',
    module: 'bulletin/event',
    header: 'title',
    titleTo: '/board/event',
    parent: '/board/event',
    asks: ['/api/events/:id'],
  },
  {
    path: '/board/notice',
    module: 'bulletin/notice-list',
    header: 'title',
    titleTo: '/board/notice',
    parent: '/',
    asks: ['/api/notices'],
  },
  {
    path: '/board/notice/:id',
    module: 'bulletin/notice',
    header: 'title',
    titleTo: '/board/notice',
    parent: '/board/notice',
    asks: ['/api/notices/:id'],
  },
  {
    path: '/post/:id',
    module: 'post/post',
    parent: '/',
    asks: ['/api/posts/:id', '/api/posts/:id/replies?after=0'],
  },
  { path: '/post/:id/edit', module: 'write/edit-post', own: true, parent: '/', edition: 'official' },
  {
    path: '/hotpost/:id',
    module: 'post/hot-post',
    parent: '/board/hot',
    asks: ['/api/hots/:id'],
  },
  { path: '/write', module: 'write/write', own: true, parent: '/' },
  { path: '/keyword', module: 'keywords/keyword-home', footer: 'tabs', parent: null },
  {
    path: '/keyword/:keywordId/:categoryId',
    module: 'keywords/keyword-results',
    header: 'keyword',
    parent: '/keyword',
    asks: ['/api/keywords/:keywordId/:categoryId/posts'],
  },
  {
    path: '/search',
    module: 'search/search',
    header: 'hidden',
    parent: '/',
    reads: ['query', 'order', 'plain'],
  },
  { path: '/algoria', module: 'search/placeholder', footer: 'write', parent: '/' },
  { path: '/mypage', module: 'mypage/my-page', own: true, header: 'bell', footer: 'tabs', parent: null },
  { path: '/mypage/viewprofile', module: 'mypage/profile', own: true, parent: '/mypage' },
  { path: '/mypage/scrap', module: 'mypage/scrap', own: true, parent: '/mypage' },
  { path: '/mypage/myposts', module: 'mypage/my-posts', own: true, parent: '/mypage' },
  {
    path: '/mypage/replied',
    module: 'mypage/replied',
    own: true,
    parent: '/mypage',
    edition: 'official',
  },
  {
    path: '/mypage/viewprofile/changenickname',
    module: 'mypage/change-nickname',
    own: true,
    parent: '/mypage/viewprofile',
  },
  {
    path: '/mypage/viewprofile/changeEmail',
    module: 'mypage/change-email',
    own: true,
    parent: '/mypage/viewprofile',
  },
  {
    path: '/mypage/viewprofile/changepassword',
    module: 'mypage/change-password',
    own: true,
    parent: '/mypage/viewprofile',
  },
  { path: '/notifications', module: 'notifications/inbox', own: true, parent: '/', edition: 'official' },
  {
    path: '/mypage/alerts',
    module: 'notifications/alerts',
    own: true,
    parent: '/mypage',
    edition: 'official',
  },
  {
    path: '/mypage/notifications',
    module: 'notifications/settings',
    own: true,
    parent: '/mypage',
    edition: 'official',
  },
  { path: '/mypage/cases', module: 'mypage/cases', own: true, parent: '/mypage', edition: 'official' },
  { path: '/mypage/blocks', module: 'mypage/blocks', own: true, parent: '/mypage', edition: 'official' },
  { path: '/mypage/licences', module: 'mypage/licences', own: true, parent: '/mypage', edition: 'official' },
  { path: '/mypage/howto', module: 'mypage/howto', parent: '/mypage', edition: 'official' },
  // For anyone who has a role; to everybody else it is an unknown address.
  { path: '/moderate', module: 'moderation/moderate', own: true, parent: '/mypage', edition: 'official' },
  // For operators alone.
  { path: '/operate', module: 'operate/operate', own: true, parent: '/mypage', edition: 'official' },
  {
    path: '/operate/bulletin/:kind/:id',
    module: 'operate/entry',
    own: true,
    parent: '/operate/bulletin',
    edition: 'official',
  },
  {
    path: '/operate/bulletin',
    module: 'operate/bulletin',
    own: true,
    parent: '/operate',
    edition: 'official',
  },
  {
    path: '/operate/people/:id',
    module: 'operate/person',
    own: true,
    parent: '/operate/people',
    edition: 'official',
  },
  { path: '/operate/people', module: 'operate/people', own: true, parent: '/operate', edition: 'official' },
  { path: '/operate/campus', module: 'operate/campus', own: true, parent: '/operate', edition: 'official' },
  {
    path: '/operate/numbers',
    module: 'operate/numbers',
    own: true,
    parent: '/operate',
    edition: 'official',
  },
  { path: '/mypage/cancelmembership', module: 'mypage/withdraw', own: true, parent: '/mypage' },
  { path: '/consent', module: 'accounts/consent', own: true, parent: null },
] as const satisfies readonly Screen[];
