import type { Makers, User } from './makers.ts';

interface Screens {
  /** Paths a visitor can open. */
  visitor: readonly string[];
  /** Paths a student can open. */
  user: readonly string[];
  /** Who wrote what the student's paths show. */
  writer: User;
}

/** A word without a place to break, which a narrow column must break all the same. */
const LONG_WORD = `https://madang.example/${'gachi'.repeat(30)}`;

/** Every built screen by its path, with posts that are hard to fit in. */
export async function allScreens(makers: Makers): Promise<Screens> {
  const writer = await makers.user();
  const post = await makers.post(writer, {
    board: 'medical-library',
    title: `열람실 자리 ${'아'.repeat(60)} ${LONG_WORD.slice(0, 30)}`,
    body: `${LONG_WORD}\n\n둘째 문단입니다.`,
    keywords: ['조용한 장소', '콘센트 장소', '노트북 장소'],
    picture: true,
  });
  await makers.reply(writer, post.id, LONG_WORD);
  const { events } = await writer.client.ask('GET /api/events', {});
  const { notices } = await writer.client.ask('GET /api/notices', {});
  const legal = ['/verify', '/reset', '/terms', '/privacy'];
  return {
    visitor: ['/', '/signup', '/sendPasswordResetEmail', '/reset?token=spent', ...legal],
    user: [
      '/',
      '/building',
      '/building/medical-library',
      '/board/question',
      '/board/buildingNotice',
      '/board/festival',
      '/board/new',
      '/board/event',
      `/board/event/${events[0]?.id}`,
      '/board/notice',
      `/board/notice/${notices[0]?.id}`,
      `/post/${post.id}`,
      '/write',
      '/keyword',
      '/search',
      '/algoria',
      '/mypage',
      '/mypage/viewprofile',
      ...legal,
    ],
    writer,
  };
}
