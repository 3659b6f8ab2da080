import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Campus } from '@madang/campus/campus';
import { loadCampus, placeKeywords } from '@madang/campus/load-campus';
import { emailProblem, nameProblem, nicknameProblem } from '@madang/contract/accounts/rules';
import { bodyProblem, keywordsProblem, titleProblem } from '@madang/contract/posts/rules';
import { replyProblem } from '@madang/contract/replies/rules';
import { content } from './content.ts';
import { DEMO_SIZE, makeBenchWorld, makeDemoWorld, type World, type WorldPost } from './world.ts';

const campusFolder = fileURLToPath(new URL('../../campus', import.meta.url));
const now = new Date('2026-11-20T04:10:00Z');
/** One time per season, one of them at night, when few posts are written. */
const otherInstants = ['2026-02-10T19:30:00Z', '2026-05-20T09:00:00Z', '2026-08-05T12:00:00Z'];
let campus: Campus;

beforeAll(async () => {
  campus = await loadCampus(campusFolder);
});

describe('the demo world', () => {
  let world: World;
  let posts: WorldPost[];
  beforeAll(() => {
    world = makeDemoWorld({ seed: 1, now, campus });
    posts = [...world.posts()];
  });

  it('equal for the same seed and instant, different for another seed', () => {
    const print = (seed: number): string => {
      const { users, events, notices, posts: stream } = makeDemoWorld({ seed, now, campus });
      return JSON.stringify([users, events, notices, [...stream()]]);
    };
    expect(print(1)).toBe(print(1));
    expect(print(2)).not.toBe(print(1));
  });

  it('keeps its promises in every season', () => {
    for (const instant of [now, ...otherInstants.map((text) => new Date(text))]) {
      const one = [...makeDemoWorld({ seed: 3, now: instant, campus }).posts()];
      checkAmounts(one);
      checkTimes(one, instant);
    }
    checkAmounts(posts);
    expect(world.users).toHaveLength(DEMO_SIZE.users);
    expect(world.events).toHaveLength(7);
    expect(world.notices).toHaveLength(8);
  });

  it('writes only what a student could have written', () => {
    const choices = { place: placeKeywords(campus), festival: campus.settings.festivalKeywords };
    const refused = posts.filter((post) => {
      const kind = campus.boards.find((board) => board.id === post.boardId)?.kind ?? 'hidden';
      const problem =
        titleProblem(post.title) ?? bodyProblem(post.body) ?? keywordsProblem(post.keywords, kind, choices);
      return problem !== null || post.replies.some((reply) => replyProblem(reply.body, true) !== null);
    });
    expect(refused.map((post) => post.title)).toEqual([]);
    const texts = posts.flatMap((post) => [
      post.title,
      post.body,
      ...post.replies.map((reply) => reply.body),
    ]);
    expect(texts.filter((text) => /[{}]|\[[^\]]*\/|undefined/.test(text))).toEqual([]);
  });

  it('has students with proper names, the two fixed accounts first', () => {
    const { users } = world;
    expect(users[0]).toMatchObject({ email: 'demo@korea.ac.kr', writingRight: true });
    expect(users[1]).toMatchObject({ email: 'guest@example.com', writingRight: false });
    const { reservedNicknames } = campus.settings;
    const refused = users.filter(
      ({ nickname, email, name }) =>
        nicknameProblem(nickname, reservedNicknames) ?? emailProblem(email) ?? nameProblem(name),
    );
    expect(refused.map((user) => user.nickname)).toEqual([]);
    expect(users.every((one) => one.writingRight === (one.university && one.verified))).toBe(true);
    for (const field of ['id', 'nickname', 'email'] as const) {
      expect(new Set(users.map((user) => user[field])).size).toBe(users.length);
    }
    expect(posts.filter((post) => post.authorId === users[0]?.id).length).toBeGreaterThan(4);
    expect(posts.filter((post) => post.scrapperIds.includes(users[0]?.id ?? '')).length).toBeGreaterThan(10);
  });

  it('users without writing right: post on the question board only', () => {
    const outsiders = new Set(world.users.filter((user) => !user.writingRight).map(({ id }) => id));
    const theirs = posts.filter((post) => outsiders.has(post.authorId ?? ''));
    expect(theirs.length).toBeGreaterThan(2);
    expect(new Set(theirs.map((post) => post.boardId))).toEqual(new Set(['question']));
    expect(
      posts.filter((post) => post.authorId === null).every((post) => post.boardId === 'buildingNotice'),
    ).toBe(true);
  });

  it('repeats neither posts nor replies', () => {
    expect(new Set(posts.map((post) => `${post.title}\n${post.body}`)).size).toBe(posts.length);
    const uses = new Map<string, number>();
    for (const post of posts) {
      const bodies = post.replies.map((reply) => reply.body);
      expect(new Set(bodies).size).toBe(bodies.length);
      for (const body of bodies) uses.set(body, (uses.get(body) ?? 0) + 1);
    }
    expect(uses.size).toBeGreaterThan(1_500);
    const worn = [...uses].filter(([body, count]) => count > (body.length <= 8 ? 40 : 4));
    expect(worn).toEqual([]);
    const ids = posts.flatMap((post) => [post.id, ...post.replies.map((reply) => reply.id)]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names its posts and replies by their time', () => {
    for (const { id, createdAt } of posts.flatMap((post) => [post, ...post.replies])) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(createdAt.getTime());
    }
  });

  it('gives likes with a long tail, each by another existing student', () => {
    const known = new Set(world.users.map((user) => user.id));
    for (const post of posts) {
      for (const ids of [post.likerIds, post.scrapperIds]) {
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => known.has(id))).toBe(true);
      }
      expect(post.replies.every((reply) => known.has(reply.authorId))).toBe(true);
      expect(post.authorId === null || known.has(post.authorId)).toBe(true);
    }
    const counts = posts.map((post) => post.likerIds.length);
    const hot = counts.filter((count) => count >= campus.settings.hotThreshold);
    expect(hot.length).toBeGreaterThan(18);
    expect(hot.length).toBeLessThan(32);
    expect(Math.max(...counts)).toBe(34);
    expect(counts.filter((count) => count <= 6).length / counts.length).toBeGreaterThan(0.8);
  });

  it('shows only pictures that the campus folder has', async () => {
    const scenes = new Set(posts.flatMap((post) => (post.scene === null ? [] : [post.scene])));
    for (const scene of scenes) await access(join(campusFolder, 'pictures/scenes', `${scene}.webp`));
    for (const { poster } of world.events)
      await access(join(campusFolder, 'pictures/events', `${poster}.png`));
    const share = posts.filter((post) => post.scene !== null).length / posts.length;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.35);
  });

  it('shows no picture twice on one screen', () => {
    const twice = (some: readonly WorldPost[]): string[] => {
      const scenes = some.flatMap(({ scene }) => scene ?? []);
      return scenes.filter((scene, place) => scenes.indexOf(scene) !== place);
    };
    const categories = new Map(campus.boards.map(({ id, category }) => [id, category]));
    for (const instant of [now, ...otherInstants.map((text) => new Date(text))]) {
      const demo = makeDemoWorld({ seed: 1, now: instant, campus });
      const newest = [...demo.posts()].toReversed();
      const guests = demo.users.slice(0, 2).map(({ id }) => id);
      const listed = new Map<string, WorldPost[]>([
        ['latest', newest.slice(0, 30)],
        ['hot', newest.filter(({ likerIds }) => likerIds.length >= campus.settings.hotThreshold)],
      ]);
      for (const post of newest) {
        for (const name of [
          post.boardId,
          ...post.keywords.map((keyword) => `${keyword} ${categories.get(post.boardId)}`),
          ...guests.filter((id) => id === post.authorId).map((id) => `by ${id}`),
          ...guests.filter((id) => post.scrapperIds.includes(id)).map((id) => `kept by ${id}`),
        ])
          listed.set(name, [...(listed.get(name) ?? []), post]);
      }
      // A page of a list has thirty posts, at every scroll position.
      for (const [name, list] of listed)
        for (let from = 0; from === 0 || from + 30 <= list.length; from += 1)
          expect([name, twice(list.slice(from, from + 30))]).toEqual([name, []]);
      expect(new Set(demo.events.map(({ poster }) => poster)).size).toBe(demo.events.length);
    }
  });

  it('has floors, lifts and lockers only where there are walls', () => {
    const inside = /층|엘리베이터|화장실|로비|사물함|난방|정수기|와이파이|관리실|\{(?:floor|spot)\}/;
    const { boardNotes, generalNotes } = content();
    const texts = [...boardNotes, ...generalNotes]
      .filter(({ boards }) => boards.includes('green-field'))
      .flatMap(({ title, body, replies }) => [title, body, ...replies.map(({ text }) => text)]);
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => inside.test(text))).toEqual([]);
  });

  it('has a café only where the building has one, or names the building that does', () => {
    const { boardNotes, generalNotes, buildings } = content();
    const cafes = new Set(
      generalNotes.flatMap(({ groups, boards }) => (groups.includes('cafe') ? boards : [])),
    );
    const named = new RegExp(
      `(?:${buildings.map(({ name, short }) => `${name}|${short}`).join('|')}) 카페`,
      'g',
    );
    const strange = [...boardNotes, ...generalNotes]
      .filter(({ boards }) => boards.some((id) => buildings.some((one) => one.id === id) && !cafes.has(id)))
      .flatMap(({ title, body, replies }) => [title, body, ...replies.map(({ text }) => text)])
      .filter((text) => text.replaceAll(named, '').includes('카페'));
    expect(strange).toEqual([]);
  });

  it('sleeps at night', () => {
    const hourOf = (date: Date): number => (date.getUTCHours() + 9) % 24;
    const written = posts
      .flatMap((post) => [post, ...post.replies])
      .map(({ createdAt }) => hourOf(createdAt));
    const atFour = written.filter((hour) => hour >= 3 && hour < 6).length;
    const atNoon = written.filter((hour) => hour >= 12 && hour < 15).length;
    expect(atFour).toBeLessThan(atNoon / 5);
    expect(
      posts.filter((post) => now.getTime() - post.createdAt.getTime() < 3_600_000).length,
    ).toBeGreaterThan(4);
  });
});

describe('a bench world', () => {
  it('streams the requested totals and lengths, a third on the skewed board', () => {
    const size = { users: 800, posts: 5_000, replies: 15_000, likes: 200_000 };
    const world = makeBenchWorld({ seed: 1, now, campus, size, skewedBoardId: 'central-plaza' });
    const known = new Map(world.users.map((user) => [user.id, user]));
    const sum = { posts: 0, replies: 0, likes: 0, body: 0, skewed: 0, most: 0 };
    let before = 0;
    for (const post of world.posts()) {
      expect(post.createdAt.getTime()).toBeGreaterThanOrEqual(before);
      before = post.createdAt.getTime();
      expect([titleProblem(post.title), bodyProblem(post.body)]).toEqual([null, null]);
      expect(new Set(post.likerIds).size).toBe(post.likerIds.length);
      expect(new Set(post.replies.map((reply) => reply.body)).size).toBe(post.replies.length);
      const author = known.get(post.authorId ?? '');
      expect(author?.writingRight === true || (author !== undefined && post.boardId === 'question')).toBe(
        true,
      );
      sum.posts += 1;
      sum.replies += post.replies.length;
      sum.likes += post.likerIds.length;
      sum.body += [...post.body].length;
      sum.skewed += post.boardId === 'central-plaza' ? 1 : 0;
      sum.most = Math.max(sum.most, post.likerIds.length);
    }
    expect(sum.posts).toBe(size.posts);
    expect(Math.abs(sum.replies / size.replies - 1)).toBeLessThan(0.02);
    expect(Math.abs(sum.likes / size.likes - 1)).toBeLessThan(0.02);
    expect(Math.abs(sum.body / sum.posts - 300)).toBeLessThan(20);
    expect(Math.abs(sum.skewed / sum.posts - 1 / 3)).toBeLessThan(0.03);
    expect(sum.most).toBeGreaterThan(400);
  });

  it('is the same each time it is streamed', () => {
    const size = { users: 50, posts: 100, replies: 300, likes: 500 };
    const world = makeBenchWorld({ seed: 5, now, campus, size, bodyLength: 120 });
    expect(JSON.stringify([...world.posts()])).toBe(JSON.stringify([...world.posts()]));
    for (const user of world.users) {
      expect(nicknameProblem(user.nickname, campus.settings.reservedNicknames)).toBeNull();
    }
  });
});

function checkAmounts(posts: readonly WorldPost[]): void {
  const perBoard = new Map<string, number>();
  for (const post of posts) perBoard.set(post.boardId, (perBoard.get(post.boardId) ?? 0) + 1);
  const quiet = campus.boards.filter(({ id, kind }) => kind === 'building' && (perBoard.get(id) ?? 0) < 6);
  expect(quiet).toEqual([]);
  expect(perBoard.get('question')).toBeGreaterThan(50);
  expect(perBoard.get('festival')).toBeGreaterThan(35);
  expect(perBoard.get('buildingNotice')).toBe(12);
  expect(Math.abs(posts.length - DEMO_SIZE.posts)).toBeLessThanOrEqual(20);
  const replies = posts.reduce((sum, post) => sum + post.replies.length, 0);
  expect(Math.abs(replies - DEMO_SIZE.replies)).toBeLessThanOrEqual(150);
}

function checkTimes(posts: readonly WorldPost[], instant: Date): void {
  let before = instant.getTime() - 61 * 86_400_000;
  for (const post of posts) {
    expect(post.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    before = post.createdAt.getTime();
    let last = before;
    for (const reply of post.replies) {
      expect(reply.createdAt.getTime()).toBeGreaterThan(last);
      last = reply.createdAt.getTime();
    }
    expect(last).toBeLessThanOrEqual(instant.getTime());
  }
}
