import type { Campus, CampusBoard } from '@madang/campus/campus';
import { content } from './content.ts';
import { makeReplies, mixReplies, poolCapacity, repliesByNow, ReplyBudget } from './conversation.ts';
import { bulletinAt, notesAt } from './elsewhere.ts';
import type { World, WorldEvent, WorldNotice, WorldPost, WorldSize } from './model.ts';
import type { Note } from './notes.ts';
import { makePeople, type Person } from './people.ts';
import { castCrowdReports, pickAuthor, pickLikers, pickScrappers } from './casting.ts';
import { likeCount } from './popularity.ts';
import { Random } from './random.ts';
import { fillSlots } from './slots.ts';
import { spreadScenes } from './spread-scenes.ts';
import { Timeline } from './timeline.ts';
import { drawSlots, storedKeywords } from './write.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

/** Size of the demo world: enough to scroll, small enough to write by hand. */
export const DEMO_SIZE: WorldSize = { users: 60, posts: 600, replies: 3_000, likes: 2_200 };

/** A popular post needs time to collect its likes. */
const HOT_AGE = 5 * HOUR;
/** Ages in minutes of posts shown as "N분 전", even early in the morning. */
const FRESH_AGES = [3, 11, 19, 34, 52];
/** Maximum uses of a note that fits several boards. */
const NOTE_USES = 7;
/** Number of these uses that include the note's own replies. */
const USES_WITH_REPLIES = 3;
const EXTRA_REPLIES_MOST = 11;
/** Usable share of a pool: the last replies would fit no post without repetition. */
const POOL_SHARE = 0.9;
/** Pools of questions with authors who return after trying the answer, and the minutes this takes. */
const TRIED_FIRST: ReadonlySet<string> = new Set(['ask', 'cheer']);
const TRIAL_MINUTES = 300;
/** The festival was a few days ago; its board is young. */
const FESTIVAL_AGE = 12 * DAY;

/** A post before its conversation. */
interface Draft {
  note: Note;
  board: CampusBoard;
  createdAt: Date;
}

/** Creates the demo world: a campus in a busy week, the same for the same seed and time. */
export function makeDemoWorld(options: { seed: number; now: Date; campus: Campus }): World {
  const { seed, now, campus } = options;
  const people = makePeople(seed, now, campus);
  let posts: WorldPost[] | null = null;
  return {
    users: people.map((person) => person.user),
    posts: () => (posts ??= writePosts(seed, now, campus, people)),
    events: bulletinAt(campus, content().events).map((text, index) => ({
      ...makeBulletin(text, `event ${seed} ${index}`, now),
      poster: text.poster,
    })),
    notices: bulletinAt(campus, content().notices).map((text, index) =>
      makeBulletin(text, `notice ${seed} ${index}`, now),
    ),
  };
}

function makeBulletin(
  text: { title: string; body: string; daysAgo: number },
  seed: string,
  now: Date,
): WorldNotice & Omit<WorldEvent, 'poster'> {
  const createdAt = new Date(now.getTime() - text.daysAgo * DAY);
  return { id: new Random(seed).uuidAt(createdAt), title: text.title, body: text.body, createdAt };
}

function writePosts(seed: number, now: Date, campus: Campus, people: readonly Person[]): WorldPost[] {
  const random = new Random(`posts ${seed}`);
  const timeline = new Timeline(now, campus.settings.timeZone, 1);
  const drafts = planDrafts(campus, timeline, random);
  const ranks = new Map(
    random.shuffle(drafts.filter((draft) => draft.note.hot)).map((draft, rank) => [draft, rank]),
  );
  const extras = planExtraReplies(drafts, ranks, now, random);
  const budget = new ReplyBudget();
  const seen = new Set<string>();
  const posts = drafts.map((draft, index) =>
    writePost(
      draft,
      { people, timeline, campus, budget, seen, rank: ranks.get(draft) ?? null, extra: extras[index] ?? 0 },
      random,
    ),
  );
  const notices = bulletinAt(campus, content().facilityNotices).map((text, index) =>
    writeFacilityNotice(makeBulletin(text, `facility ${seed} ${index}`, now), people, random),
  );
  const withNotices = campus.boards.some((board) => board.id === 'buildingNotice')
    ? [...posts, ...notices]
    : posts;
  const inOrder = withNotices.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  spreadScenes(
    inOrder.toReversed(),
    campus,
    people.slice(0, 2).map(({ user }) => user.id),
  );
  return inOrder;
}

/** Uses every note of one board once, then notes of several boards until the world is full. */
function planDrafts(campus: Campus, timeline: Timeline, random: Random): Draft[] {
  const boards = new Map(campus.boards.map((board) => [board.id, board]));
  const { boardNotes, generalNotes } = notesAt(campus);
  const drafts: Draft[] = [];
  const add = (note: Note, boardId: string, span: readonly [from: number, to: number]): boolean => {
    const board = boards.get(boardId);
    const createdAt = board && drawTime(note, board, timeline, span, random);
    if (board && createdAt) drafts.push({ note, board, createdAt });
    return Boolean(board && createdAt);
  };
  for (const note of boardNotes) add(note, note.boards[0] ?? '', [0, 1]);
  const counts = new Map<string, number>();
  for (const { board } of drafts) counts.set(board.id, (counts.get(board.id) ?? 0) + 1);
  const boardsOf = new Map<Note, Set<string>>();
  for (let use = 0; use < NOTE_USES; use += 1) {
    // Uses of one note are far apart in time and place.
    const from = Math.max(0, 0.8 - use * 0.16);
    for (const note of random.shuffle(generalNotes)) {
      if (drafts.length >= DEMO_SIZE.posts) break;
      const taken = boardsOf.get(note) ?? new Set<string>();
      const open = note.boards.filter((id) => boards.has(id) && !taken.has(id));
      const [boardId] = random.sample(open, 1, (id) => 1 / (counts.get(id) ?? 1) ** 2);
      const used = use < USES_WITH_REPLIES ? note : { ...note, replies: [] };
      if (boardId === undefined || !add(used, boardId, [from, from + 0.2])) continue;
      boardsOf.set(note, taken.add(boardId));
      counts.set(boardId, (counts.get(boardId) ?? 0) + 1);
    }
  }
  moveToLastHour(drafts, timeline, random);
  return drafts;
}

/** Returns a time that suits the note, or null if none of the last 60 days does. */
function drawTime(
  note: Note,
  board: CampusBoard,
  timeline: Timeline,
  [from, to]: readonly [number, number],
  random: Random,
): Date | null {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const time = timeline.at(from + random.next() * (to - from));
    const age = timeline.now.getTime() - time.getTime();
    if ((note.hot && age < HOT_AGE) || (board.kind === 'festival' && age > FESTIVAL_AGE)) continue;
    if (timeline.suits(time, note.daytime, note.season)) return time;
  }
  return null;
}

function moveToLastHour(drafts: Draft[], timeline: Timeline, random: Random): void {
  const free = drafts.filter(
    ({ note }) => !note.hot && !note.daytime && !note.season && note.boards.length === 1,
  );
  for (const [index, draft] of random.shuffle(free).slice(0, FRESH_AGES.length).entries()) {
    const age = (FRESH_AGES[index] ?? 1) * MINUTE + random.below(MINUTE);
    draft.createdAt = new Date(timeline.now.getTime() - age);
  }
}

/** Distributes the replies that notes do not bring themselves, to popular posts first. */
function planExtraReplies(
  drafts: readonly Draft[],
  ranks: ReadonlyMap<Draft, number>,
  now: Date,
  random: Random,
): number[] {
  const rooms = drafts.map(({ createdAt, note }) =>
    Math.max(0, Math.min(EXTRA_REPLIES_MOST, repliesByNow(createdAt, now) - note.replies.length)),
  );
  const weights = drafts.map((draft) => random.wait(1) * (ranks.has(draft) ? 3 : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const stock = new Map([...content().pools].map(([name, pool]) => [name, poolCapacity(pool) * POOL_SHARE]));
  const extras = drafts.map(() => 0);
  let left = DEMO_SIZE.replies;
  for (const { note, createdAt } of drafts)
    left -= Math.min(note.replies.length, repliesByNow(createdAt, now));
  // The rest after full posts and empty pools is distributed again.
  for (let round = 0; left > 0 && round < 20; round += 1) {
    const portion = left;
    for (const [index, { note }] of drafts.entries()) {
      const exact = ((weights[index] ?? 0) / total) * portion;
      const wanted = Math.floor(exact) + (random.chance(exact % 1) ? 1 : 0);
      const inPool = Math.floor(stock.get(note.pool) ?? 0);
      const given = Math.min(wanted, left, inPool, (rooms[index] ?? 0) - (extras[index] ?? 0));
      extras[index] = (extras[index] ?? 0) + given;
      stock.set(note.pool, inPool - given);
      left -= given;
    }
  }
  return extras;
}

interface Setting {
  people: readonly Person[];
  timeline: Timeline;
  campus: Campus;
  budget: ReplyBudget;
  seen: Set<string>;
  rank: number | null;
  extra: number;
}

function writePost(draft: Draft, setting: Setting, random: Random): WorldPost {
  const { note, board, createdAt } = draft;
  const { people, timeline, campus } = setting;
  let slots = drawSlots(board, random);
  let title = fillSlots(note.title, slots, random);
  let body = fillSlots(note.body, slots, random);
  for (let attempt = 0; attempt < 20 && setting.seen.has(title); attempt += 1) {
    slots = drawSlots(board, random);
    title = fillSlots(note.title, slots, random);
    body = fillSlots(note.body, slots, random);
  }
  setting.seen.add(title);
  const author = pickAuthor(note, board, people, random);
  const pool = content().pools.get(note.pool);
  if (!pool) throw new Error(`"${note.title}" names replies nobody knows: ${note.pool}`);
  const mixed = mixReplies(note.replies, pool, setting.extra, setting.budget, random).slice(
    0,
    repliesByNow(createdAt, timeline.now),
  );
  const texts = new Set<string>();
  const spoken = mixed
    .map(({ text, byAuthor }) => ({ text: fillSlots(text, slots, random), byAuthor }))
    .filter(({ text }) => !texts.has(text) && texts.add(text));
  const others = castCrowdReports(spoken, author, board, people, random);
  const voices = spoken.map(({ text, byAuthor }, index) => ({
    text,
    authorId: (byAuthor ? author : (others[index] ?? author)).user.id,
    pause: byAuthor && !note.daytime && TRIED_FIRST.has(note.pool) ? random.wait(TRIAL_MINUTES) : 0,
  }));
  const likers = pickLikers(likeCount(setting.rank, createdAt, timeline.now, random), author, people, random);
  return {
    id: random.uuidAt(createdAt),
    boardId: board.id,
    authorId: author.user.id,
    title,
    body,
    keywords: storedKeywords(note, board, campus),
    scene: note.scene,
    createdAt,
    likerIds: likers,
    scrapperIds: pickScrappers(likers, people, random),
    replies: makeReplies(voices, createdAt, timeline, random),
  };
}

function writeFacilityNotice(text: WorldNotice, people: readonly Person[], random: Random): WorldPost {
  return {
    ...text,
    boardId: 'buildingNotice',
    authorId: null,
    keywords: [],
    scene: null,
    likerIds: pickLikers(random.below(7), null, people, random),
    scrapperIds: [],
    replies: [],
  };
}
