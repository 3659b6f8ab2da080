import type { WorldReply } from './model.ts';
import type { NoteReply, ReplyPool } from './notes.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

const MINUTE = 60_000;
/** Very short replies ("저장했습니다") sound natural at any frequency; repeated long ones would be noticed. */
const SHORT_REPLY = 8;
const SHORT_USES = 10;
const USES = 4;
/** Texts without final punctuation are used twice as often, every other time with this one. */
const OTHER_END = '!';

/** Distributes pool replies evenly. */
export class ReplyBudget {
  readonly #uses = new Map<string, number>();

  /** Returns up to `count` different texts, least used first, without those in `taken`. */
  take(texts: readonly string[], count: number, taken: ReadonlySet<string>, random: Random): string[] {
    const open = random.shuffle(texts).filter((text) => !taken.has(text) && this.#used(text) < limitOf(text));
    const chosen = open.sort((one, other) => this.#worn(one) - this.#worn(other)).slice(0, count);
    return chosen.map((text) => {
      const before = this.#used(text);
      this.#uses.set(text, before + 1);
      return isOpenEnded(text) && before % 2 === 1 ? text + OTHER_END : text;
    });
  }

  #worn(text: string): number {
    return this.#used(text) / limitOf(text);
  }

  #used(text: string): number {
    return this.#uses.get(text) ?? 0;
  }
}

function limitOf(text: string): number {
  if (text.length <= SHORT_REPLY) return SHORT_USES;
  return isOpenEnded(text) ? USES * 2 : USES;
}

function isOpenEnded(text: string): boolean {
  return /[가-힣]$/.test(text);
}

/**
 * Merges replies of a pool with those written for the post: early ones first, late ones after the answers.
 * The author's thanks are last. Nothing is inserted between an answer and the author's response to it.
 */
export function mixReplies(
  own: readonly NoteReply[],
  pool: ReplyPool,
  extra: number,
  budget: ReplyBudget,
  random: Random,
): NoteReply[] {
  const taken = new Set(own.map((reply) => reply.text));
  const take = (texts: readonly string[], count: number): NoteReply[] =>
    budget.take(texts, count, taken, random).map((text) => ({ text, byAuthor: false }));
  // An author who has already replied has thanked in that reply.
  const authorSpeaks = extra > 0 && !own.some((reply) => reply.byAuthor) && random.chance(0.6) ? 1 : 0;
  const rest = extra - authorSpeaks;
  const early =
    pool.early.length > 0 ? take(pool.early, shareOf(rest, pool.late.length > 0 ? 0.35 : 0.8, random)) : [];
  const late = pool.late.length > 0 ? take(pool.late, rest - early.length) : [];
  const anywhere = take(pool.anywhere, rest - early.length - late.length);
  const replies = [...early, ...own];
  for (const reply of anywhere) {
    const gaps = replies
      .flatMap((_, index) => (replies[index]?.byAuthor ? [] : [index]))
      .concat(replies.length);
    replies.splice(random.pick(gaps), 0, reply);
  }
  replies.push(...late);
  if (authorSpeaks > 0 && replies.some((reply) => !reply.byAuthor)) {
    const thanks = budget.take(pool.author, 1, taken, random);
    replies.push(...thanks.map((text) => ({ text, byAuthor: true })));
  }
  return replies;
}

function shareOf(count: number, share: number, random: Random): number {
  const exact = count * share;
  return Math.floor(exact) + (random.chance(exact % 1) ? 1 : 0);
}

/** Returns the number of replies that a pool can give without noticeable repetition. */
export function poolCapacity(pool: ReplyPool): number {
  const texts = [...pool.early, ...pool.anywhere, ...pool.late];
  return texts.reduce((sum, text) => sum + limitOf(text), 0);
}

/** Returns the number of replies that a post of this age can have by now. */
export function repliesByNow(createdAt: Date, now: Date): number {
  const minutes = (now.getTime() - createdAt.getTime()) / MINUTE;
  return minutes < 8 ? 0 : Math.floor(minutes / 8);
}

/**
 * Returns ascending times before `now` for replies, few of them at night.
 *
 * @param pauses minimum wait of a reply in minutes, for an author who first tries an answer.
 */
function replyTimes(createdAt: Date, pauses: readonly number[], timeline: Timeline, random: Random): Date[] {
  const now = timeline.now.getTime();
  const start = createdAt.getTime();
  const pace = MINUTE * (6 + random.wait(22));
  let time = start;
  const times: number[] = [];
  for (const pause of pauses) {
    time += MINUTE / 2 + pause * MINUTE + random.wait(pace);
    const asleep = timeline.hoursOfSleepLeft(new Date(time));
    if (asleep > 0 && random.chance(0.85)) time += (asleep + random.wait(0.7)) * 60 * MINUTE;
    times.push(time);
  }
  const room = now - start - MINUTE / 4;
  const needed = time - start;
  const scale = needed > room ? room / needed : 1;
  return times.map((value) => new Date(Math.floor(start + (value - start) * scale)));
}

/** Assigns ids, times and authors to replies; avoids two replies by one student, except the author. */
export function makeReplies(
  replies: readonly { text: string; authorId: string; pause?: number }[],
  createdAt: Date,
  timeline: Timeline,
  random: Random,
): WorldReply[] {
  const pauses = replies.map((reply) => reply.pause ?? 0);
  const times = replyTimes(createdAt, pauses, timeline, random);
  return replies.map(({ text, authorId }, index) => {
    const time = times[index] ?? timeline.now;
    return { id: random.uuidAt(time), authorId, body: text, createdAt: time };
  });
}
