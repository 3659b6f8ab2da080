import { isWritableBoard } from '@madang/contract/posts/rules';
import type { Campus, CampusBoard } from '@madang/campus/campus';
import { content } from './content.ts';
import { makeReplies } from './conversation.ts';
import type { World, WorldPost, WorldSize, WorldUser } from './model.ts';
import { makeCrowd } from './people.ts';
import { tailFactor } from './popularity.ts';
import { Random } from './random.ts';
import { fillSlots } from './slots.ts';
import { Timeline } from './timeline.ts';
import { drawSlots, storedKeywords } from './write.ts';

const DEFAULT_BODY_LENGTH = 300;
/** Share of all posts on the skewed board. */
const SKEWED_SHARE = 1 / 3;
const BOOKMARK_SHARE = 0.03;

interface BenchOptions {
  seed: number;
  now: Date;
  campus: Campus;
  size: WorldSize;
  /** Mean length of a body in characters. */
  bodyLength?: number;
  /** Board with a third of all posts. */
  skewedBoardId?: string;
}

/**
 * Creates a world of any size with one post in memory at a time; texts are reordered sentences of the demo world.
 * Totals are exact: the last posts receive the remaining replies and likes.
 */
export function makeBenchWorld(options: BenchOptions): World {
  const users = makeCrowd(options.seed, options.now, options.campus, options.size.users);
  return { users, posts: () => streamPosts(options, users), events: [], notices: [] };
}

function* streamPosts(options: BenchOptions, users: readonly WorldUser[]): Generator<WorldPost> {
  const { seed, now, campus, size } = options;
  const random = new Random(`bench ${seed}`);
  const timeline = new Timeline(now, campus.settings.timeZone, 0.5);
  const writers = users.filter((user) => user.writingRight);
  const boards = campus.boards.filter((board) => isWritableBoard(board.kind));
  const skewed = boards.find((board) => board.id === options.skewedBoardId);
  const desk = makeDesk(options.bodyLength ?? DEFAULT_BODY_LENGTH);
  let repliesLeft = size.replies;
  let likesLeft = size.likes;
  for (let index = 0; index < size.posts; index += 1) {
    const postsLeft = size.posts - index;
    const board =
      skewed && random.chance(SKEWED_SHARE) ? skewed : random.pick(skewed ? without(boards, skewed) : boards);
    const createdAt = timeline.at((index + random.next()) / size.posts);
    const likes = portion(likesLeft, postsLeft, tailFactor(index), users.length);
    const replies = portion(repliesLeft, postsLeft, tailFactor(index + 7), size.replies);
    likesLeft -= likes;
    repliesLeft -= replies;
    const likerIds = pickDistinct(users, likes, random);
    const text = desk.write(board, random);
    const voices = desk
      .talk(board, replies, random)
      .map((line) => ({ text: line, authorId: random.pick(users).id }));
    yield {
      id: random.uuidAt(createdAt),
      boardId: board.id,
      authorId: random.pick(board.kind === 'question' ? users : writers).id,
      ...text,
      keywords: storedKeywords(text, board, campus),
      createdAt,
      likerIds,
      scrapperIds: likerIds.slice(0, Math.round(likes * BOOKMARK_SHARE)),
      replies: makeReplies(voices, createdAt, timeline, random),
    };
  }
}

/** Returns the share of one post in a total; the excess over the cap goes to later posts. */
function portion(left: number, postsLeft: number, factor: number, most: number): number {
  if (postsLeft === 1) return Math.min(left, most);
  return Math.min(left, most, Math.round((left / postsLeft) * factor));
}

function without(boards: readonly CampusBoard[], one: CampusBoard): readonly CampusBoard[] {
  const others = boards.filter((board) => board !== one);
  return others.length > 0 ? others : boards;
}

/** Returns different students without copying the list: a random start and a random stride. */
function pickDistinct(users: readonly WorldUser[], count: number, random: Random): string[] {
  const size = users.length;
  let stride = 1 + random.below(Math.max(1, size - 1));
  while (greatestCommonDivisor(stride, size) !== 1) stride += 1;
  const start = random.below(size);
  return Array.from({ length: count }, (_, index) => users[(start + index * stride) % size]?.id ?? '');
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** Sentences and replies by kind of board. */
interface Shelf {
  notes: { title: string; keywords: readonly string[]; scene: string | null }[];
  sentences: string[];
  replies: string[];
}

function makeDesk(bodyLength: number): {
  write(board: CampusBoard, random: Random): Pick<WorldPost, 'title' | 'body' | 'keywords' | 'scene'>;
  talk(board: CampusBoard, count: number, random: Random): string[];
} {
  const shelves = new Map<string, Shelf>();
  const shelfOf = (board: CampusBoard): Shelf => {
    const found = shelves.get(board.kind) ?? stockShelf(board.kind);
    shelves.set(board.kind, found);
    return found;
  };
  return {
    write(board, random) {
      const { notes, sentences } = shelfOf(board);
      const slots = drawSlots(board, random);
      const { title, keywords, scene } = random.pick(notes);
      const wanted = bodyLength * (0.6 + random.next() * 0.8);
      let body = '';
      while (body.length < wanted - 15) {
        const gap = body === '' ? '' : random.chance(0.25) ? '\n\n' : ' ';
        body += gap + fillSlots(random.pick(sentences), slots, random);
      }
      return { title: fillSlots(title, slots, random), body, keywords: [...keywords], scene };
    },
    talk(board, count, random) {
      const slots = drawSlots(board, random);
      const lines = new Set<string>();
      const { replies } = shelfOf(board);
      for (let attempt = 0; lines.size < count && attempt < count * 4; attempt += 1) {
        lines.add(fillSlots(random.pick(replies), slots, random));
      }
      // For more replies than the shelf has, two sentences are joined.
      while (lines.size < count) {
        lines.add(fillSlots(`${random.pick(replies)} ${random.pick(replies)}`, slots, random));
      }
      return [...lines];
    },
  };
}

function stockShelf(kind: CampusBoard['kind']): Shelf {
  const { boardNotes, generalNotes, pools } = content();
  const own = boardNotes.filter(({ boards: [board] }) =>
    kind === 'building' ? board !== 'question' && board !== 'festival' : board === kind,
  );
  const notes = kind === 'building' ? [...own, ...generalNotes] : own;
  const topics = new Set(notes.map((note) => note.pool));
  return {
    notes,
    sentences: notes.flatMap((note) =>
      note.body
        .split(/\n+|(?<=[.!?…])\s+(?![^[]*\])/)
        .map((sentence) => sentence.trim())
        .filter((sentence) => sentence.length >= 8),
    ),
    replies: [
      ...notes.flatMap((note) => note.replies.map((reply) => reply.text)),
      ...[...topics].flatMap((name) => pools.get(name)?.anywhere ?? []),
    ],
  };
}
