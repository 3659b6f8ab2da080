/** Every list of the app: where it stands, what it asks the server for, and what it says without entries. */
export interface ListScreen {
  path: string;
  /** What its answer comes from, as a glob. */
  api: string;
  /** An answer without entries. */
  none: object;
  empty: string;
  /** The one thing to do about an empty list, and where it leads. */
  action: { name: string; path: string };
}

const noPosts = { posts: [], nextCursor: null };
const home = { name: '홈으로', path: '/' };
const write = { name: '첫 글 쓰기', path: '/write' };

export const lists: readonly ListScreen[] = [
  {
    path: '/building/main-hall',
    api: '**/api/buildings/*/posts*',
    none: noPosts,
    empty: '아직 게시글이 없습니다. 첫 글을 남겨 보세요.',
    action: write,
  },
  {
    path: '/building/main-hall?sort=popular',
    api: '**/api/buildings/*/posts*',
    none: noPosts,
    empty: '아직 게시글이 없습니다. 첫 글을 남겨 보세요.',
    action: write,
  },
  {
    path: '/board/question',
    api: '**/api/buildings/*/posts*',
    none: noPosts,
    empty: '아직 게시글이 없습니다. 첫 글을 남겨 보세요.',
    action: write,
  },
  {
    path: '/board/buildingNotice',
    api: '**/api/buildings/*/posts*',
    none: noPosts,
    empty: '아직 등록된 시설 공지가 없습니다.',
    action: home,
  },
  {
    path: '/board/new',
    api: '**/api/posts/latest',
    none: { posts: [] },
    empty: '아직 새 글이 없습니다.',
    action: home,
  },
  {
    path: '/board/hot',
    api: '**/api/hots*',
    none: { hots: [], nextCursor: null },
    empty: '아직 인기글이 없습니다.',
    action: home,
  },
  {
    path: '/board/festival',
    api: '**/api/festival/posts*',
    none: noPosts,
    empty: '아직 게시글이 없습니다. 첫 글을 남겨 보세요.',
    action: write,
  },
  {
    path: '/board/festival?filter=2',
    api: '**/api/festival/posts*',
    none: noPosts,
    empty: '이 분류에 아직 게시글이 없습니다.',
    action: write,
  },
  {
    path: '/board/event',
    api: '**/api/events',
    none: { events: [] },
    empty: '아직 등록된 이벤트가 없습니다.',
    action: home,
  },
  {
    path: '/board/notice',
    api: '**/api/notices',
    none: { notices: [] },
    empty: '아직 등록된 공지사항이 없습니다.',
    action: home,
  },
  {
    path: '/keyword/5/1',
    api: '**/api/keywords/*/*/posts*',
    none: noPosts,
    empty: '아직 게시글이 없습니다.',
    action: home,
  },
  {
    path: '/mypage/scrap',
    api: '**/api/profile/scraps*',
    none: noPosts,
    empty: '아직 스크랩한 글이 없습니다. 게시판을 둘러보세요.',
    action: { name: '둘러보기', path: '/board/new' },
  },
  {
    path: '/mypage/myposts',
    api: '**/api/profile/posts*',
    none: noPosts,
    empty: '아직 작성한 글이 없습니다. 첫 글을 남겨 보세요.',
    action: write,
  },
];
