// What is assumed of a university of 40,000 students. Nobody has counted it: every number is a guess on the high side, and
// docs/scaling.md says for each where it comes from.

/** A day by what its students do. */
export interface Day {
  name: string;
  /** Share of all students who come at all, and how often each does. */
  come: number;
  visits: number;
  /** Share of the day's visits that begin in its busiest hour. */
  hour: number;
  /** Open pages that read the post of a reply. */
  readers: number;
  /** What a student writes in a visit. */
  likes: number;
  replies: number;
  posts: number;
}

export const STUDENTS = 40_000;
/** The busiest minute beside its hour's mean: a lecture ends, an act begins. */
export const BURST = 3;
/** What a visit asks: the student of bench:stampede opens home, a building and a post with 34 requests; on the high side. */
export const VISIT = { page: 1, read: 30, own: 4 };
/** Seconds that a post stays open with its stream. */
export const STAYS = 180;
/** Lists and posts that are read, the most read first: the next one half as often, the third a third (Zipf). */
export const ADDRESSES = 3_000;

export const DAYS: readonly Day[] = [
  {
    name: 'ordinary day',
    come: 0.25,
    visits: 3,
    hour: 0.1,
    readers: 5,
    likes: 0.5,
    replies: 0.1,
    posts: 0.02,
  },
  { name: 'exam week', come: 0.5, visits: 5, hour: 0.1, readers: 10, likes: 0.5, replies: 0.2, posts: 0.05 },
  {
    name: 'festival evening',
    come: 0.6,
    visits: 8,
    hour: 0.2,
    readers: 100,
    likes: 2,
    replies: 0.5,
    posts: 0.05,
  },
];

/** Visits a second that begin in a day's busiest minute. */
export const visitsOf = ({ come, visits, hour }: Day): number =>
  (STUDENTS * come * visits * hour * BURST) / 3_600;
