import type { SharedServer } from './journey-server.ts';
import type { Makers, User } from './makers.ts';
import { operate } from './operator-command.ts';
import { makePicture } from './picture.ts';

const LONG_WORD = `https://madang.example/${'gachi'.repeat(30)}`;

/** Users of the tour on one server, and values for the path parameters. */
export interface Cast {
  people: Record<'newcomer' | 'regular' | 'operator', User>;
  places: Record<string, string>;
}

/** Creates them, with posts that are hard to lay out. */
export async function makeCast(makers: Makers, server: SharedServer, edition: string): Promise<Cast> {
  const [newcomer, regular, operator, other] = [
    await makers.user({ right: false }),
    await makers.user(),
    await makers.user(),
    await makers.user(),
  ];
  const post = await makers.post(regular, {
    board: 'medical-library',
    title: `열람실 자리 ${'아'.repeat(60)} ${LONG_WORD.slice(0, 30)}`,
    body: `${LONG_WORD}\n\n둘째 문단입니다.`,
    keywords: ['조용한 장소', '콘센트 장소', '노트북 장소'],
    picture: makePicture(300, 900),
  });
  await makers.reply(other, post.id, LONG_WORD);
  await regular.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
  if (edition === 'official') await operate(server, 'role', 'give', operator.email, 'operator');
  const { events } = await regular.client.ask('GET /api/events', {});
  const { notices } = await regular.client.ask('GET /api/notices', {});
  const { hots } = await regular.client.ask('GET /api/hots', { query: {} });
  const [event, notice, hot] = [events[0], notices[0], hots[0]];
  if (!event || !notice || !hot) throw new Error('an empty demo world');
  const places = { post: post.id, event: event.id, notice: notice.id, hot: hot.id, person: regular.id };
  return { people: { newcomer, regular, operator }, places };
}
