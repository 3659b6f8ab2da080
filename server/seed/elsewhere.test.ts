import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Campus, CampusBoard } from '@madang/campus/campus';
import { loadCampus } from '@madang/campus/load-campus';
import { emailProblem, isUniversityEmail, nicknameProblem } from '@madang/contract/accounts/rules';
import { makeDemoWorld } from './world.ts';

const home = await loadCampus(fileURLToPath(new URL('../../campus', import.meta.url)));
const now = new Date('2026-11-20T04:10:00Z');
const DOMAIN = 'hanbit.ac.kr';

/** Returns another university with its own names, this many categories, and this many buildings in each. */
function makeCampus(categories: number, buildings: number): Campus {
  const names = Array.from({ length: categories }, (_, index) => `${index + 1}구역`);
  const own = names.flatMap((category, place) =>
    Array.from({ length: buildings }, (_, index): CampusBoard => {
      const id = `hall-${place}-${index}`;
      return {
        id,
        name: `한빛${place}${index}관`,
        category,
        info: '한빛의 건물입니다.',
        kind: 'building',
        seats: '',
      };
    }),
  );
  return {
    ...home,
    settings: {
      ...home.settings,
      university: { name: '한빛대학교', domain: DOMAIN },
      product: { ...home.settings.product, name: '뜰' },
      categories: names.map((name) => ({ name, tab: name })),
      keywordCategories: names.map((category, index) => ({ id: index + 1, label: category, category })),
      keywords: home.settings.keywords.map((keyword, index) => (index < 6 ? keyword : `낱말${index}`)),
    },
    boards: [...own, ...home.boards.filter(({ kind }) => kind !== 'building')],
    pictured: new Set(),
    foreign: [],
    warned: [],
  };
}

describe('the demo world of another university', () => {
  it.each([
    [2, 1],
    [3, 0],
    [5, 4],
    [8, 6],
  ])('with %i categories of %i buildings: mentions its own places only', (categories, buildings) => {
    const campus = makeCampus(categories, buildings);
    const world = makeDemoWorld({ seed: 1, now, campus });
    expect(world.users[0]).toMatchObject({ email: `demo@${DOMAIN}`, writingRight: true });
    expect(world.users[1]).toMatchObject({ email: 'guest@example.com', writingRight: false });
    expect(new Set(world.users.map(({ nickname }) => nickname)).size).toBe(world.users.length);
    for (const { email, nickname, university } of world.users) {
      expect([email, emailProblem(email)]).toEqual([email, null]);
      expect([nickname, nicknameProblem(nickname, campus.settings.reservedNicknames)]).toEqual([
        nickname,
        null,
      ]);
      expect(university).toBe(isUniversityEmail(email, DOMAIN));
    }
    const posts = [...world.posts()];
    const counts = new Map<string, number>();
    for (const { boardId } of posts) counts.set(boardId, (counts.get(boardId) ?? 0) + 1);
    for (const { id, kind } of campus.boards)
      if (kind !== 'hidden') expect([id, (counts.get(id) ?? 0) > 0]).toEqual([id, true]);
    const known = new Set(campus.settings.keywords.map((keyword) => `${keyword} 장소`));
    for (const { boardId, keywords } of posts)
      if (boardId !== 'festival') expect(keywords.filter((keyword) => !known.has(keyword))).toEqual([]);
    const texts = [
      ...posts.flatMap((post) => [post.title, post.body, ...post.replies.map(({ body }) => body)]),
      ...[...world.events, ...world.notices].flatMap(({ title, body }) => [title, body]),
      ...world.users.map(({ nickname }) => nickname),
    ];
    expect(
      texts.filter((text) => /안암|고대|고려대|중앙광장|하나스퀘어|화정|마당|도한빛/.test(text)),
    ).toEqual([]);
    expect(posts.some(({ likerIds }) => likerIds.length >= campus.settings.hotThreshold)).toBe(true);
  });
});
